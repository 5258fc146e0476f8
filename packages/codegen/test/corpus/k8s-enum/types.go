// +groupName=k8s-enum.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Phase of a life.
// +k8s:enum
type Phase string

const (
	PhaseRunning Phase = "Running"
	PhasePending Phase = "Pending"
	PhaseFailed  Phase = "Failed"
)

type SampleSpec struct {
	Phase  Phase   `json:"phase"`
	Phases []Phase `json:"phases,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
