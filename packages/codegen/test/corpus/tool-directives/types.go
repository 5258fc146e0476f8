// +groupName=tool-directives.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Part of it.
type Part struct {
	// Name of it.
	Name string `json:"name"`
	Size int32  `json:"size"`
}

type SampleSpec struct {
	Part Part `json:"part"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
