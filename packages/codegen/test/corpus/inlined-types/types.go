// +groupName=inlined-types.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Base is what others build on.
// +kubebuilder:validation:XValidation:rule="self.name.size() > 0"
type Base struct {
	// Name of everything.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	Zone string `json:"zone,omitempty"`
}

type Sized struct {
	Size int32 `json:"size"`
}

// Derived has more.
type Derived struct {
	Base `json:",inline"`
	// Extra is its own.
	Extra string `json:"extra,omitempty"`
}

// +kubebuilder:validation:MinProperties=1
type Twice struct {
	Derived `json:",inline"`
	Sized   `json:",inline"`
}

type SampleSpec struct {
	Sized   `json:",inline"`
	Derived Derived `json:"derived"`
	Twice   Twice   `json:"twice"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
