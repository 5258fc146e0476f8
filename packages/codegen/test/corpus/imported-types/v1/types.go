// +groupName=imported-types.example.com
package v1

import (
	"corpus/imported-types/shared"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// Endpoint of it.
	Endpoint shared.Endpoint   `json:"endpoint"`
	Others   []shared.Endpoint `json:"others,omitempty"`
	Port     shared.Port       `json:"port"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}

// Other shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Other struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
