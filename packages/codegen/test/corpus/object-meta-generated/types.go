// +groupName=object-meta-generated.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Template of an object.
type Template struct {
	// Standard metadata.
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Size              int32 `json:"size"`
}

type SampleSpec struct {
	Template Template `json:"template"`
	// Labels and annotations of what is made.
	Meta metav1.ObjectMeta `json:"meta,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
