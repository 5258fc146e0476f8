// +groupName=one-of.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Source is one of several.
// +kubebuilder:validation:ExactlyOneOf=configMap;secret
type Source struct {
	ConfigMap *string `json:"configMap,omitempty"`
	Secret    *string `json:"secret,omitempty"`
}

// +kubebuilder:validation:AtMostOneOf=a;b;c
// +kubebuilder:validation:AtMostOneOf=c;d
type Few struct {
	A string `json:"a,omitempty"`
	B string `json:"b,omitempty"`
	C string `json:"c,omitempty"`
	D string `json:"d,omitempty"`
}

// +kubebuilder:validation:AtLeastOneOf=email;phone
// +kubebuilder:validation:ExactlyOneOf=first;last
// +kubebuilder:validation:AtMostOneOf=email;first
// +kubebuilder:validation:XValidation:rule="true",message="comes first"
type Contact struct {
	Email string `json:"email,omitempty"`
	Phone string `json:"phone,omitempty"`
	// +optional
	First string `json:"first"`
	Last  string `json:"last,omitempty"`
}

type SampleSpec struct {
	Source  Source  `json:"source"`
	Few     Few     `json:"few"`
	Contact Contact `json:"contact"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
