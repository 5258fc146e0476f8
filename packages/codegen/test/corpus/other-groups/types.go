// +groupName=other-groups.example.com
package v1

import (
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type SampleSpec struct {
	Strategy appsv1.DeploymentStrategy         `json:"strategy,omitempty"`
	Rules    []rbacv1.PolicyRule               `json:"rules,omitempty"`
	Ingress  *networkingv1.IngressSpec         `json:"ingress,omitempty"`
	Policy   *networkingv1.NetworkPolicySpec   `json:"policy,omitempty"`
	Budget   *policyv1.PodDisruptionBudgetSpec `json:"budget,omitempty"`
	Metrics  []autoscalingv2.MetricSpec        `json:"metrics,omitempty"`
	Service  corev1.ServiceSpec                `json:"service,omitempty"`
}

// Sample shows what the code generator makes of its spec.
// +kubebuilder:object:root=true
type Sample struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SampleSpec `json:"spec"`
}
