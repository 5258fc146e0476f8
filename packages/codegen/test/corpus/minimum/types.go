// +groupName=minimum.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Percent is of a whole.
// +kubebuilder:validation:Minimum=0
type Percent int32

type SampleSpec struct {
	// +kubebuilder:validation:Minimum=1
	Field int32 `json:"field"`
	// +kubebuilder:validation:Minimum=-5
	Negative int64   `json:"negative"`
	Named    Percent `json:"named"`
	// +kubebuilder:validation:Minimum=10
	Both Percent `json:"both"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
