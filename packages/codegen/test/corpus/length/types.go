// +groupName=length.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Name is what people say.
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=63
type Name string

type SampleSpec struct {
	// +kubebuilder:validation:MinLength=2
	// +kubebuilder:validation:MaxLength=5
	Field string `json:"field"`
	Named Name   `json:"named"`
	// Longer is a name, too.
	// +kubebuilder:validation:MaxLength=253
	Longer Name `json:"longer,omitempty"`
	// +kubebuilder:validation:MinLength=0
	Zero string `json:"zero,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
