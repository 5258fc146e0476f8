// +groupName=quantities.example.com
package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// Memory that it gets.
	Memory resource.Quantity            `json:"memory"`
	Cpu    *resource.Quantity           `json:"cpu,omitempty"`
	Limits map[string]resource.Quantity `json:"limits,omitempty"`
	List   []resource.Quantity          `json:"list,omitempty"`
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:validation:Pattern=`^\d+Gi$`
	Whole resource.Quantity `json:"whole"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
