// +groupName=partial.example.com
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

type AllOptional struct {
	// Name of it.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name,omitempty"`
	// Size of it.
	Size int32  `json:"size,omitempty"`
	Zone string `json:"zone,omitempty"`
}

// Named one.
type Named struct {
	// Name of it.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name,omitempty"`
	// Size of it.
	Size int32  `json:"size,omitempty"`
	Zone string `json:"zone,omitempty"`
}

type SampleSpec struct {
	Full Full `json:"full"`
	// Partial is some of it.
	Partial      AllOptional `json:"partial"`
	Undocumented AllOptional `json:"undocumented"`
	Named        Named       `json:"named"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
