// +groupName=environment.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	// Env of the container.
	// +listType=map
	// +listMapKey=name
	Env             []corev1.EnvVar         `json:"env,omitempty"`
	EnvFrom         []corev1.EnvFromSource  `json:"envFrom,omitempty"`
	Ports           []corev1.ContainerPort  `json:"ports,omitempty"`
	Probe           *corev1.Probe           `json:"probe,omitempty"`
	SecurityContext *corev1.SecurityContext `json:"securityContext,omitempty"`
	Tolerations     []corev1.Toleration     `json:"tolerations,omitempty"`
	ServiceType     corev1.ServiceType      `json:"serviceType,omitempty"`
	PullPolicy      corev1.PullPolicy       `json:"pullPolicy,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
