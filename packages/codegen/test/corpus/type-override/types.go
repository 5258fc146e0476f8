// +groupName=type-override.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Stamp is written as a text.
// +kubebuilder:validation:Type=string
// +kubebuilder:validation:Format=date
// +kubebuilder:validation:Pattern=`^\d+$`
type Stamp int64

type SampleSpec struct {
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Format=date
	// +kubebuilder:validation:MaxLength=20
	Field int32 `json:"field"`
	// Named in another way.
	Named Stamp `json:"named"`
	// +kubebuilder:validation:Type=integer
	// +kubebuilder:validation:Minimum=0
	Text string `json:"text"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
