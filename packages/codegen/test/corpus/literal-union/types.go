// +groupName=literal-union.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Policy says what to do.
// +kubebuilder:validation:Enum=Replace;Allow;Forbid
type Policy string

type SampleSpec struct {
	// +kubebuilder:validation:Enum=TCP;UDP
	Protocol string `json:"protocol"`
	// Policy of the sample.
	Policy   Policy   `json:"policy,omitempty"`
	Policies []Policy `json:"policies,omitempty"`
	// +kubebuilder:validation:Enum=only
	Single string            `json:"single"`
	ByName map[string]Policy `json:"byName,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
