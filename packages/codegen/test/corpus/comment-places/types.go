// +groupName=comment-places.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	First  string `json:"first"` // +kubebuilder:validation:MaxLength=1
	Second string `json:"second"`
	Third  string `json:"third"` // Third is described behind it.
	/*
	   Fourth in a block.
	   Two lines of it.
	*/
	Fourth string `json:"fourth"`
	/* Fifth in one line. */
	Fifth string `json:"fifth"`
	// A group that is not attached.
	// +kubebuilder:validation:MinLength=3

	// Another one.
	// +kubebuilder:validation:MaxLength=4

	// Sixth has two groups before it.
	// +kubebuilder:validation:Pattern=x
	Sixth string `json:"sixth"`
	// +optional

	Seventh string `json:"seventh"`
}

// A group before the type.

// Another group before the type.
// +kubebuilder:resource:shortName=sm

// Sample has groups before it.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
