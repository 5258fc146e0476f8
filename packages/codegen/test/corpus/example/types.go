// +groupName=example.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Part struct {
	Name string `json:"name"`
}

type SampleSpec struct {
	// +kubebuilder:example=word
	Text string `json:"text"`
	// +kubebuilder:example=5
	Number int32 `json:"number"`
	// +kubebuilder:example=false
	Flag bool `json:"flag"`
	// +kubebuilder:example={80,443}
	List []int32 `json:"list"`
	// +kubebuilder:example={name: "x"}
	Part Part `json:"part"`
	// +kubebuilder:default=2
	// +kubebuilder:example=3
	Both int32 `json:"both,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
