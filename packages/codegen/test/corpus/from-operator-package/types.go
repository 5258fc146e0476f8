// +groupName=from-operator-package.example.com
package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

type SampleSpec struct {
	Size     int32                 `json:"size"`
	Port     intstr.IntOrString    `json:"port"`
	Memory   resource.Quantity     `json:"memory"`
	Start    *metav1.Time          `json:"start,omitempty"`
	Selector *metav1.LabelSelector `json:"selector,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
