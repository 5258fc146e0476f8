// +groupName=nullable.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Part struct {
	// +nullable
	Name *string `json:"name"`
}

type SampleSpec struct {
	// +nullable
	Text *string `json:"text"`
	// +nullable
	Part *Part `json:"part,omitempty"`
	// Size may be absent, or null.
	// +nullable
	Size *int32 `json:"size,omitempty"`
	// +nullable
	List []string `json:"list"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
