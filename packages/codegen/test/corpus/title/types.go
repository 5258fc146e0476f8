// +groupName=title.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Part of the whole.
// +kubebuilder:title="A part"
type Part struct {
	Name string `json:"name"`
}

type SampleSpec struct {
	// +kubebuilder:title="How many: a number"
	Size int32 `json:"size"`
	// +kubebuilder:title=Word
	Word string `json:"word"`
	Part Part   `json:"part"`
	// +kubebuilder:title="Another part"
	Other Part `json:"other"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
// +kubebuilder:title=Sample
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
