// +groupName=multiple-of.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:validation:MultipleOf=1024
type Size int64

type SampleSpec struct {
	// +kubebuilder:validation:MultipleOf=5
	Field int32 `json:"field"`
	Named Size  `json:"named"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
