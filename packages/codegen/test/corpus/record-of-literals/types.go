// +groupName=record-of-literals.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Limits struct {
	Cpu    string `json:"cpu"`
	Memory string `json:"memory"`
}

type OptionalLimits struct {
	Cpu    string `json:"cpu,omitempty"`
	Memory string `json:"memory,omitempty"`
}

type SampleSpec struct {
	Limits   Limits         `json:"limits"`
	Optional OptionalLimits `json:"optional"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
