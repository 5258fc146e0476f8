// +groupName=literal-object.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Part struct {
	// Name of it.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	Deep Deep   `json:"deep,omitempty"`
}

type Deep struct {
	Value int32 `json:"value"`
}

type SampleSpec struct {
	// Part is written in place.
	Part   Part            `json:"part"`
	Parts  []Deep          `json:"parts"`
	ByName map[string]Deep `json:"byName"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
