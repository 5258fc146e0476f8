// +groupName=long-descriptions.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// Long is described by one line that is much longer than eighty characters, so that the writer of the YAML has to decide whether it folds it.
	Long string `json:"long"`
	// Lines are kept
	// as they are written,
	// one after another.
	Lines string `json:"lines"`
	// First paragraph.
	//
	// Second paragraph, which is long enough that it has to be folded if folding is what happens to texts of this kind.
	//
	// - first item
	// - second item
	Paragraphs string `json:"paragraphs"`
	// Averyveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryverylongwordwithoutanyspaceatall and more
	Word string `json:"word"`
	// Double  spaces   inside, and a text that is longer than eighty characters    with more   of them at the    fold.
	Spaces string `json:"spaces"`
	// Exactly eighty characters are in this line of text, not one more and not fewer.
	Eighty string `json:"eighty"`
	// One more than the writer's width: 01234567890123456789012345678901234567890123456789
	Width string `json:"width"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
