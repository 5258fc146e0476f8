// +groupName=package-optional.example.com
// +kubebuilder:validation:Optional
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	Plain string `json:"plain"`
	// +required
	Required string `json:"required"`
	Part     Part   `json:"part"`
}

type Part struct {
	Name string `json:"name"`
	// +kubebuilder:validation:Required
	Size int32 `json:"size"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
