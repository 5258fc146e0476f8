// +groupName=descriptions-cut-at-10.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Part of a sample. It has a name. The name says what it is for, and nothing else than that is said by it.
type Part struct {
	// Name of the part, which is at most as long as it says here and no longer than that.
	Name string `json:"name"`
	// Short.
	Short string `json:"short"`
	// Averyveryveryveryveryveryveryveryveryveryveryverylongwordwithoutanyspaceatall
	Word string `json:"word"`
	// First sentence. Second sentence. Third sentence, which does not fit any more. Fourth.
	Sentences string `json:"sentences"`
	// Ends exactly here, at fifty characters, and stops.
	Exact string `json:"exact"`
}

type SampleSpec struct {
	// Part is described here. And here, at some length that goes on.
	Part  Part `json:"part"`
	Other Part `json:"other"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
