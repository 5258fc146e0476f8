// +groupName=readonly-members.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Part struct {
	Name string   `json:"name"`
	List []string `json:"list,omitempty"`
}

type SampleSpec struct {
	Part   Part `json:"part"`
	Frozen Part `json:"frozen"`
	// Dashed-name is quoted.
	DashedName string `json:"dashed-name"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
