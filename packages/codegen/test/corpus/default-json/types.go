// +groupName=default-json.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// +default="text"
	Text string `json:"text,omitempty"`
	// +default=42
	Number int32 `json:"number,omitempty"`
	// +default=[1, 2]
	List []int32 `json:"list,omitempty"`
	// +default={"b": "2", "a": "1"}
	Map map[string]string `json:"map,omitempty"`
	// +default=ref(SomeConstant)
	Reference string `json:"reference,omitempty"`
	// +default="loses"
	// +kubebuilder:default=wins
	Both string `json:"both,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
