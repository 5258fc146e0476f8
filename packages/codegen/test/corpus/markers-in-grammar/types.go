// +groupName=markers-in-grammar.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// +kubebuilder:validation:Enum={a,b}
	Braces string `json:"braces"`
	// +kubebuilder:validation:Enum= a;b
	Spaces string `json:"spaces"`
	//+kubebuilder:validation:MaxLength=3
	NoSpace string `json:"noSpace"`
	// +kubebuilder:validation:Enum:=a;b
	Walrus string `json:"walrus"`
	// +kubebuilder:default={"quoted key": "v", nested: {list: {1,2}, flag: true}}
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	// +kubebuilder:validation:Type=object
	Any string `json:"any,omitempty"`
	// +optional
	// +kubebuilder:validation:MinLength=1
	Several string `json:"several"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
