// +groupName=arrays.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Part struct {
	// Name of the part.
	Name string `json:"name"`
}

// Parts make a whole.
type Parts []Part

type SampleSpec struct {
	// Texts in order.
	Texts   []string  `json:"texts"`
	Numbers []int32   `json:"numbers,omitempty"`
	Parts   []Part    `json:"parts"`
	Matrix  [][]int64 `json:"matrix"`
	Named   Parts     `json:"named"`
	Flags   []bool    `json:"flags"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
