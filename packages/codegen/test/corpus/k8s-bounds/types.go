// +groupName=k8s-bounds.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// +k8s:maxItems=10
	List []string `json:"list"`
	// +k8s:minimum=1
	// +k8s:maximum=5
	Size int32 `json:"size"`
	// +k8s:minimum=0 # never less
	// +k8s:maximum=9#never more
	Commented int32 `json:"commented"`
	// +k8s:maxItems=3 # few
	Few []string `json:"few"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
