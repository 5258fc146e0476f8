// +groupName=format.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:validation:Format=email
type Email string

type SampleSpec struct {
	// +kubebuilder:validation:Format=date-time
	Field string `json:"field"`
	// +kubebuilder:validation:Format="uri"
	Quoted string `json:"quoted"`
	// +kubebuilder:validation:Format=int64
	Number int32 `json:"number"`
	Named  Email `json:"named"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
