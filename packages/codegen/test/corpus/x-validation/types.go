// +groupName=x-validation.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Range has two ends.
// +kubebuilder:validation:XValidation:rule="self.min <= self.max",message="min is at most max"
// +kubebuilder:validation:XValidation:rule="self.max < 100 || self.min > 0",messageExpression="'max' + ' is too large'",reason="FieldValueInvalid",fieldPath=".max"
type Range struct {
	Min int32 `json:"min"`
	Max int32 `json:"max"`
}

type SampleSpec struct {
	Range Range `json:"range"`
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="is immutable"
	Fixed string `json:"fixed"`
	// +kubebuilder:validation:XValidation:rule="self.startsWith('a')"
	// +kubebuilder:validation:XValidation:rule=`self.size() < 10 && !self.contains("\"")`,message="short, and without quotes: please",reason="FieldValueForbidden"
	Text string `json:"text"`
	// +kubebuilder:validation:XValidation:rule="!oldSelf.hasValue() || self >= oldSelf.value()",optionalOldSelf=true,reason=FieldValueRequired
	Growing int32 `json:"growing"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
// +kubebuilder:validation:XValidation:rule="self.metadata.name.size() < 20"
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
