// +groupName=any-value.example.com
package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// Value is any JSON.
	Value  apiextensionsv1.JSON            `json:"value"`
	Values []apiextensionsv1.JSON          `json:"values,omitempty"`
	ByName map[string]apiextensionsv1.JSON `json:"byName,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
