// +groupName=immutable.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Part of it.
// +kubebuilder:validation:XValidation:rule="true"
type Part struct {
	// +k8s:immutable
	Required string `json:"required"`
	// +k8s:immutable
	Optional string `json:"optional,omitempty"`
	// +k8s:immutable
	// +optional
	List []string `json:"list"`
}

type SampleSpec struct {
	// Part never changes.
	// +k8s:immutable
	Part Part `json:"part"`
	// +k8s:immutable
	Size *int32 `json:"size,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
