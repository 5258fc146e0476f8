// +groupName=item-count.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Names are of people.
// +kubebuilder:validation:MinItems=2
// +kubebuilder:validation:MaxItems=4
// +kubebuilder:validation:UniqueItems=false
type Names []string

type SampleSpec struct {
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=3
	// +kubebuilder:validation:UniqueItems=false
	Field []string `json:"field"`
	Named Names    `json:"named"`
	// +kubebuilder:validation:MaxItems=8
	Both Names `json:"both,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
