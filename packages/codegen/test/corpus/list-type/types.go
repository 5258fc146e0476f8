// +groupName=list-type.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Port struct {
	Name string `json:"name"`
	// +kubebuilder:default=TCP
	Protocol string `json:"protocol,omitempty"`
	Number   int32  `json:"number"`
}

// Ports are merged by name.
// +listType=map
// +listMapKey=name
type Ports []Port

// +listType=set
type Tags []string

type SampleSpec struct {
	// +listType=map
	// +listMapKey=name
	// +listMapKey=protocol
	// +listMapKey=name
	Ports []Port `json:"ports"`
	// +listType=set
	Tags []string `json:"tags"`
	// +listType=atomic
	Args       []string `json:"args"`
	NamedPorts Ports    `json:"namedPorts"`
	NamedTags  Tags     `json:"namedTags"`
	// +listType=atomic
	OtherTags Tags `json:"otherTags"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
