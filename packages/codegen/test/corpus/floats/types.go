// +groupName=floats.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// +kubebuilder:validation:Minimum=0.5
	// +kubebuilder:validation:Maximum=1.25
	// +kubebuilder:validation:MultipleOf=0.25
	Ratio float64 `json:"ratio"`
	// +kubebuilder:default=1.5
	Factor float64 `json:"factor,omitempty"`
	// +kubebuilder:validation:Minimum=-0.000001
	Tiny float32 `json:"tiny,omitempty"`
	// +kubebuilder:default=1
	Whole  float64   `json:"whole,omitempty"`
	Values []float64 `json:"values,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
