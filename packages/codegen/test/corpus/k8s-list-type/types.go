// +groupName=k8s-list-type.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Port struct {
	Name   string `json:"name"`
	Number int32  `json:"number"`
}

// +k8s:listType=map
// +k8s:listMapKey=name
type Ports []Port

type SampleSpec struct {
	// +k8s:listType=map
	// +k8s:listMapKey=name
	Ports []Port `json:"ports"`
	// +k8s:listType=set
	Tags  []string `json:"tags"`
	Named Ports    `json:"named"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
