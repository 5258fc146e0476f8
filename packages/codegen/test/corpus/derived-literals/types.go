// +groupName=derived-literals.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// +kubebuilder:validation:Enum=small;large
	FromArray string `json:"fromArray"`
	// +kubebuilder:validation:Enum=red;green
	FromKeys string `json:"fromKeys"`
	// Size of another.
	Indexed int32 `json:"indexed"`
	// +kubebuilder:validation:Enum=small
	Excluded string `json:"excluded"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
