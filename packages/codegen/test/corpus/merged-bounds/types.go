// +groupName=merged-bounds.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:validation:Minimum=10
// +kubebuilder:validation:Maximum=20
// +kubebuilder:validation:MultipleOf=5
type Bounded int32

// +kubebuilder:validation:MinLength=5
// +kubebuilder:validation:MaxLength=10
// +kubebuilder:validation:Pattern=^a
// +kubebuilder:validation:Format=date
type Text string

// +kubebuilder:validation:MinItems=2
// +kubebuilder:validation:MaxItems=4
type List []string

// +kubebuilder:validation:MinProperties=2
// +kubebuilder:validation:MaxProperties=4
type Map map[string]string

type SampleSpec struct {
	// +kubebuilder:validation:Minimum=5
	// +kubebuilder:validation:Maximum=30
	Looser Bounded `json:"looser"`
	// +kubebuilder:validation:Minimum=12
	// +kubebuilder:validation:Maximum=18
	// +kubebuilder:validation:ExclusiveMaximum=true
	Tighter Bounded `json:"tighter"`
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=100
	LooserText Text `json:"looserText"`
	// +kubebuilder:validation:MinLength=6
	// +kubebuilder:validation:MaxLength=9
	// +kubebuilder:validation:Pattern=b$
	TighterText Text `json:"tighterText"`
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=3
	List List `json:"list"`
	// +kubebuilder:validation:MinProperties=3
	// +kubebuilder:validation:MaxProperties=9
	Map Map `json:"map"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
