// +groupName=property-count.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=16
type Labels map[string]string

// Choice has some of its fields.
// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=1
type Choice struct {
	A string `json:"a,omitempty"`
	B string `json:"b,omitempty"`
}

type SampleSpec struct {
	// +kubebuilder:validation:MinProperties=1
	// +kubebuilder:validation:MaxProperties=2
	Field  map[string]string `json:"field"`
	Named  Labels            `json:"named"`
	Choice Choice            `json:"choice"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
