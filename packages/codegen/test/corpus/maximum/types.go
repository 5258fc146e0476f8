// +groupName=maximum.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:validation:Maximum=100
type Percent int64

type SampleSpec struct {
	// Field is the most.
	// +kubebuilder:validation:Maximum=3
	Field int32 `json:"field"`
	// +kubebuilder:validation:Maximum=9007199254740993
	Large int64 `json:"large"`
	// +kubebuilder:validation:Maximum=1e3
	Exponent int64 `json:"exponent"`
	// +kubebuilder:validation:Maximum=1e21
	Huge  int64    `json:"huge"`
	Named *Percent `json:"named,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
