// +groupName=items-of-type.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Ports are numbers.
// +kubebuilder:validation:MaxItems=3
// +kubebuilder:validation:items:Minimum=1
// +kubebuilder:validation:items:Maximum=65535
type Ports []int32

// +kubebuilder:validation:items:MinLength=1
// +kubebuilder:validation:items:MaxLength=63
// +kubebuilder:validation:items:Pattern=`^[a-z]+$`
// +kubebuilder:validation:items:Enum=a;b
// +kubebuilder:validation:items:Format=hostname
type Names []string

// +kubebuilder:validation:items:XValidation:rule="self.size() > 1"
// +kubebuilder:validation:items:MinItems=1
// +kubebuilder:validation:items:MaxItems=2
// +kubebuilder:validation:items:UniqueItems=false
type Lists [][]string

// +kubebuilder:validation:items:MinProperties=1
// +kubebuilder:validation:items:MaxProperties=2
type Maps []map[string]string

// +kubebuilder:validation:items:Minimum=0
// +kubebuilder:validation:items:ExclusiveMinimum=true
// +kubebuilder:validation:items:Maximum=10
// +kubebuilder:validation:items:ExclusiveMaximum=true
// +kubebuilder:validation:items:MultipleOf=2
type Even []int64

// +kubebuilder:validation:items:Type=string
// +kubebuilder:validation:items:Format=date
type Texts []int32

// +kubebuilder:validation:items:XIntOrString
// +kubebuilder:validation:items:Pattern=`^\d+%?$`
type Percents []intstr.IntOrString

// +kubebuilder:validation:items:XPreserveUnknownFields
// +kubebuilder:validation:items:XEmbeddedResource
type Objects []Anything

type Anything struct {
	Name string `json:"name"`
}

type SampleSpec struct {
	Ports    Ports    `json:"ports"`
	Names    Names    `json:"names"`
	Lists    Lists    `json:"lists"`
	Maps     Maps     `json:"maps"`
	Even     Even     `json:"even"`
	Texts    Texts    `json:"texts"`
	Percents Percents `json:"percents"`
	Objects  Objects  `json:"objects"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
