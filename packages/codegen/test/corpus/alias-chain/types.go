// +groupName=alias-chain.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Name of something.
// +kubebuilder:validation:MinLength=1
type Name string

// LongName is a longer one.
// +kubebuilder:validation:MaxLength=100
type LongName Name

type Part struct {
	Name Name `json:"name"`
}

type SampleSpec struct {
	Name     Name     `json:"name"`
	LongName LongName `json:"longName"`
	// Names of many.
	Names  []Name              `json:"names"`
	ByName map[string]LongName `json:"byName"`
	Part   Part                `json:"part"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
