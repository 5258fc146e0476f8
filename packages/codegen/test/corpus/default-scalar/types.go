// +groupName=default-scalar.example.com
package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// +kubebuilder:default=bare
	Bare string `json:"bare,omitempty"`
	// +kubebuilder:default="quoted: text"
	Quoted string `json:"quoted,omitempty"`
	// +kubebuilder:default=`back\slash`
	Backticks string `json:"backticks,omitempty"`
	// +kubebuilder:default="1"
	NumberText string `json:"numberText,omitempty"`
	// +kubebuilder:default="true"
	FlagText string `json:"flagText,omitempty"`
	// +kubebuilder:default=""
	Empty string `json:"empty,omitempty"`
	// +kubebuilder:default=3
	Number int32 `json:"number,omitempty"`
	// +kubebuilder:default=-7
	Negative int64 `json:"negative,omitempty"`
	// +kubebuilder:default=true
	Flag bool `json:"flag,omitempty"`
	// +kubebuilder:default:=false
	Colon *bool `json:"colon,omitempty"`
	// +kubebuilder:default="1.5Gi"
	Quantity resource.Quantity `json:"quantity,omitempty"`
	// +kubebuilder:default="30s"
	Duration metav1.Duration `json:"duration,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
