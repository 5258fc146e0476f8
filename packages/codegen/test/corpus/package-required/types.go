// +groupName=package-required.example.com
// +kubebuilder:validation:Required
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	Plain     string `json:"plain"`
	OmitEmpty string `json:"omitEmpty,omitempty"`
	// +optional
	Optional string `json:"optional"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
