// +groupName=merged-rules.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:validation:XValidation:rule="self.a != 'x'",message="of the type"
type Part struct {
	A string `json:"a"`
}

// +kubebuilder:validation:XValidation:rule="self.b != 'y'",message="of the embedding type"
type Whole struct {
	Part `json:",inline"`
	B    string `json:"b"`
}

// +kubebuilder:validation:XValidation:rule="self != 'z'",message="of the text"
// +kubebuilder:validation:MinLength=1
type Text string

type SampleSpec struct {
	// +kubebuilder:validation:XValidation:rule="self.a != 'field'",message="of the field"
	Part  Part  `json:"part"`
	Whole Whole `json:"whole"`
	// +kubebuilder:validation:XValidation:rule="self != 'f'",message="of the field"
	Text Text `json:"text"`
	// +kubebuilder:validation:XValidation:rule="self.all(x, x != 'l')",message="of the list"
	// +kubebuilder:validation:items:XValidation:rule="self != 'i'",message="of the item"
	Texts []Text `json:"texts"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
