// +groupName=versions-names.example.com
package v2

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	Count int64 `json:"count"`
}

// Sample of v2.
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=sampletons,shortName=st
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
