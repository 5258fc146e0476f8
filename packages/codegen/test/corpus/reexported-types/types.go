// +groupName=reexported-types.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Endpoint of it.
type Endpoint struct {
	Host string `json:"host"`
}

type Sized struct {
	Size int32 `json:"size"`
}

type SampleSpec struct {
	Endpoint Endpoint `json:"endpoint"`
	Renamed  Endpoint `json:"renamed"`
	Sized    Sized    `json:"sized"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
