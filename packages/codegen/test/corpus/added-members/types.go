// +groupName=added-members.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Inner is in a namespace.
type Inner struct {
	// Name of it.
	Name string `json:"name"`
}

type SampleSpec struct {
	// Size is declared here.
	Size int32 `json:"size"`
	// Zone is added by another file.
	// +kubebuilder:validation:MinLength=1
	Zone  string `json:"zone,omitempty"`
	Inner Inner  `json:"inner"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
