// +groupName=mapped-types.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Both struct {
	A string `json:"a"`
	B string `json:"b"`
}

type Maybe struct {
	A int32 `json:"a,omitempty"`
	B int32 `json:"b,omitempty"`
}

type Part struct {
	// Name of it.
	Name string `json:"name"`
	Zone string `json:"zone,omitempty"`
}

type SampleSpec struct {
	Both      Both   `json:"both"`
	Maybe     Maybe  `json:"maybe"`
	NonNull   Part   `json:"nonNull"`
	Parts     []Part `json:"parts"`
	Extracted string `json:"extracted"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
