// +groupName=generics.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Boxed struct {
	// Value in the box.
	Value string `json:"value"`
	Label string `json:"label,omitempty"`
}

type BoxedNumber struct {
	// Value in the box.
	Value int32  `json:"value"`
	Label string `json:"label,omitempty"`
}

type Part struct {
	Name string `json:"name"`
}

type BoxedPart struct {
	// Value in the box.
	Value Part   `json:"value"`
	Label string `json:"label,omitempty"`
}

type Pair struct {
	First  string `json:"first"`
	Second []Part `json:"second"`
}

type SampleSpec struct {
	Text Boxed `json:"text"`
	// A number in a box.
	Number BoxedNumber   `json:"number"`
	Part   BoxedPart     `json:"part"`
	Pair   Pair          `json:"pair"`
	Boxes  []BoxedNumber `json:"boxes"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
