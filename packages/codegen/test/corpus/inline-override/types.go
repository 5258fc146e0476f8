// +groupName=inline-override.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Base has a size.
type Base struct {
	// Size of the base.
	// +kubebuilder:validation:Minimum=1
	Size int32  `json:"size"`
	Name string `json:"name,omitempty"`
	// +listType=set
	Tags []string `json:"tags,omitempty"`
}

type Middle struct {
	Base `json:",inline"`
	// +optional
	Extra Base `json:"extra"`
}

type SampleSpec struct {
	// Documented embedding.
	// +optional
	Middle `json:",inline"`
	More   map[string]Middle `json:"more,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
