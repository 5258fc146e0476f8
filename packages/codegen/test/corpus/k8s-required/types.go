// +groupName=k8s-required.example.com
package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Part struct {
	Name string `json:"name,omitempty"`
}

type Label string

type Level int32

type Flag bool

type SampleSpec struct {
	// +k8s:required
	Text string `json:"text"`
	// +k8s:required
	List []string `json:"list"`
	// +k8s:required
	Map map[string]string `json:"map"`
	// +k8s:required
	Part Part `json:"part"`
	// +k8s:required
	Number int32 `json:"number"`
	// +k8s:required
	Label Label `json:"label"`
	// +k8s:required
	Level Level `json:"level"`
	// +k8s:required
	Flag Flag `json:"flag"`
	// +k8s:required
	Start metav1.Time `json:"start"`
	// +k8s:required
	Any apiextensionsv1.JSON `json:"any"`
	// +k8s:required
	// +kubebuilder:validation:MinItems=3
	AtLeastThree []string `json:"atLeastThree"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
