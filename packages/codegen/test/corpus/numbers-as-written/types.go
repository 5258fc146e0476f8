// +groupName=numbers-as-written.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// +kubebuilder:default=1.0
	Point float64 `json:"point,omitempty"`
	// +kubebuilder:default=1e10
	Ten float64 `json:"ten,omitempty"`
	// +kubebuilder:default=9007199254740993
	Large int64 `json:"large,omitempty"`
	// +kubebuilder:validation:Minimum=0.1
	// +kubebuilder:validation:Maximum=1e21
	One float64 `json:"one,omitempty"`
	// +kubebuilder:default=0.1
	// +kubebuilder:validation:Minimum=1e-7
	// +kubebuilder:validation:Maximum=100000000000000000000
	Tenth float64 `json:"tenth,omitempty"`
	// +kubebuilder:validation:Maximum=1.7976931348623157e308
	Exponent float64 `json:"exponent,omitempty"`
	// +kubebuilder:validation:Minimum=-0
	// +kubebuilder:validation:MultipleOf=0.01
	// +kubebuilder:example=3.14159
	Pi float64 `json:"pi,omitempty"`
	// +kubebuilder:validation:Enum=1;2.5;3
	Some float64 `json:"some,omitempty"`
	// +kubebuilder:validation:Minimum=123456789
	// +kubebuilder:validation:Maximum=1234567890123
	Whole int64 `json:"whole,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
