// +groupName=comment-forms.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Part above.
//
// With a second paragraph.
type Part struct {
	// Name before a marker.
	// +optional
	// Name after a marker.
	Name string `json:"name"`
	// TODO(someone): is not shown
	// Kept after it.
	Todo string `json:"todo"`
	// Shown.
	// ---
	// Not shown.
	Cut string `json:"cut"`
	// Example:
	//
	// ```yaml
	// TODO: kept in code
	//   indented: true
	// ---
	// ```
	//
	// After the code.
	Code string `json:"code"`
	// Deprecated: use name.
	Deprecated string `json:"deprecated,omitempty"`
	//   Indented at first.
	//   And more.
	Indented string `json:"indented"`
	// Trailing empty lines are dropped.
	//
	//
	Trailing string `json:"trailing"`
	// Two

	// A block of its own is not its description.

	Detached string `json:"detached"`
	// +kubebuilder:validation:MaxLength=3

	// The marker in the block before counts.
	Before string `json:"before"`
}

type SampleSpec struct {
	Part Part `json:"part"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
