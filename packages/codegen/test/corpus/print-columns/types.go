// +groupName=print-columns.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	Size int32 `json:"size"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="Size",type=integer,JSONPath=`.spec.size`,format=int32,priority=1,description="How many there are"
// +kubebuilder:printcolumn:name=Age,type="date",JSONPath=".metadata.creationTimestamp"
// +kubebuilder:printcolumn:name="Is ready?",type=string,JSONPath=".status.conditions[?(@.type==\"Ready\")].status"
// +kubebuilder:printcolumn:JSONPath=.spec.size,name=Again,type=integer
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
