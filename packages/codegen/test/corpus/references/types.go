// +groupName=references.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	Secret      corev1.SecretReference           `json:"secret"`
	Local       corev1.LocalObjectReference      `json:"local"`
	Key         *corev1.SecretKeySelector        `json:"key,omitempty"`
	ConfigKey   *corev1.ConfigMapKeySelector     `json:"configKey,omitempty"`
	Object      corev1.ObjectReference           `json:"object"`
	Typed       corev1.TypedLocalObjectReference `json:"typed"`
	Owner       *metav1.OwnerReference           `json:"owner,omitempty"`
	PullSecrets []corev1.LocalObjectReference    `json:"pullSecrets,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
