// +groupName=pick-and-omit.example.com
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

type Picked struct {
	// Name of it.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// Size of it.
	Size int32 `json:"size,omitempty"`
}

type Omitted struct {
	// Size of it.
	Size int32  `json:"size,omitempty"`
	Zone string `json:"zone"`
}

// Both of them.
type Both struct {
	// Name of it.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name,omitempty"`
}

// Extended has more.
type Extended struct {
	// Size of it.
	Size  int32  `json:"size,omitempty"`
	Zone  string `json:"zone"`
	Extra string `json:"extra"`
}

type SampleSpec struct {
	Picked Picked `json:"picked"`
	// Omitted is without a name.
	Omitted  Omitted  `json:"omitted"`
	Both     Both     `json:"both"`
	Extended Extended `json:"extended"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
