// +groupName=kind-as-intersection.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	Size int32 `json:"size"`
}

// Sample by an intersection.
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
	// Ready is at the root.
	Ready bool `json:"ready,omitempty"`
}
