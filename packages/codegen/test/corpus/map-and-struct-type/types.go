// +groupName=map-and-struct-type.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +structType=atomic
type Point struct {
	X int32 `json:"x"`
	Y int32 `json:"y"`
}

// +mapType=atomic
type Labels map[string]string

type Part struct {
	Name string `json:"name"`
}

type SampleSpec struct {
	Point  Point  `json:"point"`
	Labels Labels `json:"labels"`
	// +mapType=granular
	Granular map[string]string `json:"granular"`
	// +mapType=atomic
	Atomic map[string]string `json:"atomic"`
	// +structType=granular
	Part Part `json:"part"`
	// +structType=atomic
	AtomicPart Part `json:"atomicPart"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
