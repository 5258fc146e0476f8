// +groupName=required-and-optional.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	Plain     string `json:"plain"`
	OmitEmpty string `json:"omitEmpty,omitempty"`
	// +optional
	Optional string `json:"optional"`
	// +required
	Required string `json:"required,omitempty"`
	// +kubebuilder:validation:Optional
	OlderOptional string `json:"olderOptional"`
	// +kubebuilder:validation:Required
	OlderRequired string `json:"olderRequired,omitempty"`
	// +k8s:optional
	NewerOptional string `json:"newerOptional"`
	// +k8s:required
	NewerRequired string `json:"newerRequired,omitempty"`
	// The older optional wins over the others.
	// +required
	// +kubebuilder:validation:Optional
	OlderFirst string `json:"olderFirst"`
	// Optional wins where both are there.
	// +required
	// +optional
	OptionalFirst string `json:"optionalFirst"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
