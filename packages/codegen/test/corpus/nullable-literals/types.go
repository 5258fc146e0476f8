// +groupName=nullable-literals.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// +kubebuilder:validation:Enum=a;b
	// +nullable
	Choice *string `json:"choice"`
	// +nullable
	Optional  *string `json:"optional,omitempty"`
	Undefined string  `json:"undefined,omitempty"`
	Large     int64   `json:"large"`
	// +nullable
	Items []string `json:"items,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
