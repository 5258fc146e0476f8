// +groupName=written-out-object.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	Size int32 `json:"size"`
}

// Sample has no spec field of its own shape.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Data instead of a spec.
	Data map[string]string `json:"data,omitempty"`
	Spec *SampleSpec       `json:"spec,omitempty"`
	// +kubebuilder:default=false
	Immutable bool `json:"immutable,omitempty"`
}
