// +groupName=times.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// Start of it.
	Start   metav1.Time      `json:"start"`
	End     *metav1.Time     `json:"end,omitempty"`
	Precise metav1.MicroTime `json:"precise"`
	// Timeout in Go's notation.
	Timeout metav1.Duration `json:"timeout"`
	// +nullable
	Stamps []metav1.Time              `json:"stamps,omitempty"`
	ByName map[string]metav1.Duration `json:"byName,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
