// +groupName=scalars.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// Text of it.
	Text    string  `json:"text"`
	Flag    bool    `json:"flag"`
	Small   int32   `json:"small"`
	Large   int64   `json:"large"`
	Pointer *string `json:"pointer,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
