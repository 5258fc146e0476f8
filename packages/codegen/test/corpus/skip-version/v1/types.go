// +groupName=skip-version.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	Size int32 `json:"size"`
}

// Sample of v1.
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
