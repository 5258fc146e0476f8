// +groupName=generic-constraints.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Named struct {
	Name string `json:"name"`
}

type Sized struct {
	Name string `json:"name"`
	Size int32  `json:"size"`
}

type RefToSized struct {
	// Target of the reference.
	Target Sized            `json:"target"`
	Others []Sized          `json:"others,omitempty"`
	ByName map[string]Sized `json:"byName,omitempty"`
}

type WithStatus struct {
	Value string `json:"value"`
	// Status is generic.
	Status Named `json:"status,omitempty"`
}

type SampleSpec struct {
	Reference  RefToSized       `json:"reference"`
	WithStatus WithStatus       `json:"withStatus"`
	Optional   map[string]int32 `json:"optional,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
