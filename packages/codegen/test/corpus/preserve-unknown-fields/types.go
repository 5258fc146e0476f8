// +groupName=preserve-unknown-fields.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Open has more fields than these.
// +kubebuilder:pruning:PreserveUnknownFields
type Open struct {
	Known string `json:"known,omitempty"`
}

// +kubebuilder:validation:XPreserveUnknownFields
type Older struct {
	Known string `json:"known,omitempty"`
}

type Closed struct {
	Known string `json:"known,omitempty"`
}

type SampleSpec struct {
	Open  Open  `json:"open"`
	Older Older `json:"older"`
	// +kubebuilder:pruning:PreserveUnknownFields
	Field Closed `json:"field"`
	// +kubebuilder:validation:XPreserveUnknownFields
	OlderField Closed `json:"olderField"`
	// +kubebuilder:pruning:PreserveUnknownFields
	// +kubebuilder:validation:Schemaless
	Anything Closed `json:"anything"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
