// +groupName=enum.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Policy says what to do.
// +kubebuilder:validation:Enum=Allow;Forbid;Replace
type Policy string

type SampleSpec struct {
	// +kubebuilder:validation:Enum=one;two
	Field string `json:"field"`
	// +kubebuilder:validation:Enum={"with space","semi;colon","on","1",""}
	Quoted string `json:"quoted"`
	// +kubebuilder:validation:Enum=1;2;3
	Number int32 `json:"number"`
	// +kubebuilder:validation:Enum=true
	Flag bool `json:"flag"`
	// +kubebuilder:validation:Enum=""
	Empty  string `json:"empty"`
	Policy Policy `json:"policy"`
	// Narrower than the type allows.
	// +kubebuilder:validation:Enum=Allow;Forbid
	Narrow Policy `json:"narrow"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
