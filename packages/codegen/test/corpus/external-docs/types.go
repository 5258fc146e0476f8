// +groupName=external-docs.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:externalDocs:url="https://example.com/part",description="All about parts"
type Part struct {
	Name string `json:"name"`
}

type SampleSpec struct {
	Part Part `json:"part"`
	// Size of it.
	// +kubebuilder:externalDocs:url="https://example.com/size?x=1"
	Size int32 `json:"size"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
