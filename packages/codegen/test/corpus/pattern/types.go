// +groupName=pattern.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:validation:Pattern="^[a-z]+$"
type Word string

type SampleSpec struct {
	// +kubebuilder:validation:Pattern=`^\d+(\.\d+)?$`
	Backticks string `json:"backticks"`
	// +kubebuilder:validation:Pattern="^\\w+\\s\"x\"$"
	Quoted string `json:"quoted"`
	// +kubebuilder:validation:Pattern=^[A-Z]+$
	Bare string `json:"bare"`
	// +kubebuilder:validation:Pattern=`^([a-z0-9]([-a-z0-9]*[a-z0-9])?)(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*: it's 'quoted' # and more$`
	Long string `json:"long"`
	// +kubebuilder:validation:Pattern=`^äöü$`
	Unicode string `json:"unicode"`
	Named   Word   `json:"named"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
