// +groupName=int-or-string.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Share is a number or a part of all.
// +kubebuilder:validation:XIntOrString
// +kubebuilder:validation:Pattern=`^\d+%?$`
type Share intstr.IntOrString

type SampleSpec struct {
	// Port by number or name.
	Port intstr.IntOrString `json:"port"`
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:validation:Pattern="^((100|[0-9]{1,2})%|[0-9]+)$"
	Surge *intstr.IntOrString `json:"surge,omitempty"`
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:validation:MaxLength=5
	Bounded intstr.IntOrString   `json:"bounded,omitempty"`
	Ports   []intstr.IntOrString `json:"ports,omitempty"`
	// +kubebuilder:default=80
	Number intstr.IntOrString `json:"number,omitempty"`
	// +kubebuilder:default="25%"
	Text  intstr.IntOrString `json:"text,omitempty"`
	Share Share              `json:"share,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
