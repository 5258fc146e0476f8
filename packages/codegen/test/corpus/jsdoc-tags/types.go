// +groupName=jsdoc-tags.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// Size of it.
	// +kubebuilder:validation:Minimum=1
	Size int32 `json:"size"`
	// Name of it.
	//
	// With a paragraph.
	// +kubebuilder:default=x
	Name string `json:"name,omitempty"`
	// Inline of it.
	Inline string `json:"inline"`
	// Link to the docs.
	Link string `json:"link"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
