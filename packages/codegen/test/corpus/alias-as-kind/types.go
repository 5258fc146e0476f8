// +groupName=alias-as-kind.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// SampleSpec of it.
type SampleSpec struct {
	Size int32 `json:"size"`
}

type SampleStatus struct {
	Ready bool `json:"ready"`
}

// Sample by an alias.
// +kubebuilder:subresource:status
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   SampleSpec   `json:"spec"`
	Status SampleStatus `json:"status,omitempty"`
}
