// +groupName=repeated-markers.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MinLength=2
	Twice string `json:"twice"`
	// +kubebuilder:validation:Enum=a;b
	// +kubebuilder:validation:Enum=c
	Enum string `json:"enum"`
	// +optional
	// +optional
	Optional string `json:"optional"`
	// +kubebuilder:default=a
	// +kubebuilder:default=b
	Default string `json:"default,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
