// +groupName=default-structure.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Part struct {
	// +kubebuilder:default=8080
	Port int32  `json:"port,omitempty"`
	Name string `json:"name,omitempty"`
}

type SampleSpec struct {
	// +kubebuilder:default={}
	Part Part `json:"part,omitempty"`
	// +kubebuilder:default={port: 80, name: "web"}
	Filled Part `json:"filled,omitempty"`
	// +kubebuilder:default={}
	EmptyList []string `json:"emptyList,omitempty"`
	// +kubebuilder:default={a,b,"c d"}
	List []string `json:"list,omitempty"`
	// +kubebuilder:default=1;2;3
	Numbers []int32 `json:"numbers,omitempty"`
	// +kubebuilder:default={{name: "x", port: 1}, {name: "y"}}
	Parts []Part `json:"parts,omitempty"`
	// +kubebuilder:default={z: "last", a: "first"}
	Map map[string]string `json:"map,omitempty"`
	// +kubebuilder:default={{"a","b"},{"c"}}
	Nested [][]string `json:"nested,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
