// +groupName=condition.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	Name string `json:"name,omitempty"`
}

type SampleStatus struct {
	// Conditions of the sample.
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
	Last       *metav1.Condition  `json:"last,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   SampleSpec   `json:"spec"`
	Status SampleStatus `json:"status,omitempty"`
}
