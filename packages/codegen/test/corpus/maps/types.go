// +groupName=maps.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Key string

type Part struct {
	Name string `json:"name"`
}

// Parts by name.
type Parts map[Key]Part

type SampleSpec struct {
	// Texts by name.
	Texts   map[string]string           `json:"texts"`
	Numbers map[string]int32            `json:"numbers,omitempty"`
	Parts   map[string]Part             `json:"parts"`
	Lists   map[string][]string         `json:"lists"`
	Maps    map[string]map[string]int64 `json:"maps"`
	Named   Parts                       `json:"named"`
	Keyed   map[Key]string              `json:"keyed"`
	Indexed map[string]bool             `json:"indexed"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
