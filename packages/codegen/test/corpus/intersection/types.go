// +groupName=intersection.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Full has all fields.
type Full struct {
	// Name of it.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// Size of it.
	Size int32  `json:"size,omitempty"`
	Zone string `json:"zone"`
}

type Sized struct {
	Bytes int64 `json:"bytes"`
}

// Whole of two.
type Whole struct {
	// Name of it.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// Size of it.
	Size  int32  `json:"size,omitempty"`
	Zone  string `json:"zone"`
	Bytes int64  `json:"bytes"`
}

type WithLabel struct {
	Bytes int64  `json:"bytes"`
	Label string `json:"label,omitempty"`
}

type SampleSpec struct {
	Whole Whole `json:"whole"`
	// Inline one.
	Inline WithLabel `json:"inline"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
