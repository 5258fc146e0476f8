// +groupName=nested-types.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Inner is the innermost.
type Inner struct {
	// Value of it.
	Value string `json:"value,omitempty"`
}

// Middle has an inner part.
type Middle struct {
	// First of two.
	First  Inner  `json:"first"`
	Second *Inner `json:"second,omitempty"`
}

type Undocumented struct {
	Middle Middle `json:"middle"`
}

type SampleSpec struct {
	// Outer is described here and not by its type.
	Outer        Middle       `json:"outer"`
	ByType       Middle       `json:"byType"`
	Undocumented Undocumented `json:"undocumented"`
	// Inners are many.
	Inners []Inner `json:"inners,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
