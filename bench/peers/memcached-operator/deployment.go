package main

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
)

// drainSeconds is how long an instance that is to be stopped goes on serving.
const drainSeconds = 5

// endSeconds is how long memcached has to end after it was drained.
const endSeconds = 25

// deploymentFor is the Deployment of the instances.
func deploymentFor(m *memcached) *appsv1.Deployment {
	return &appsv1.Deployment{
		ObjectMeta: metadataFor(m, m.Name),
		Spec: appsv1.DeploymentSpec{
			Replicas: ptr.To(m.Spec.Size),
			Selector: podSelector(m),
			Strategy: appsv1.DeploymentStrategy{
				Type: appsv1.RollingUpdateDeploymentStrategyType,
				RollingUpdate: &appsv1.RollingUpdateDeployment{
					MaxSurge:       ptr.To(intstr.FromInt32(0)),
					MaxUnavailable: ptr.To(intstr.FromInt32(1)),
				},
			},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labelsFor(m)},
				Spec: corev1.PodSpec{
					Containers:                    []corev1.Container{containerFor(m)},
					TerminationGracePeriodSeconds: ptr.To(int64(drainSeconds + endSeconds)),
					SecurityContext: &corev1.PodSecurityContext{
						RunAsNonRoot:   ptr.To(true),
						SeccompProfile: &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault},
					},
					TopologySpreadConstraints:    []corev1.TopologySpreadConstraint{spread(m, corev1.LabelHostname), spread(m, corev1.LabelTopologyZone)},
					AutomountServiceAccountToken: ptr.To(false),
					EnableServiceLinks:           ptr.To(false),
				},
			},
		},
	}
}

// spread has instances run at different places, as far as possible.
func spread(m *memcached, topologyKey string) corev1.TopologySpreadConstraint {
	return corev1.TopologySpreadConstraint{
		MaxSkew:           1,
		TopologyKey:       topologyKey,
		WhenUnsatisfiable: corev1.ScheduleAnyway,
		LabelSelector:     podSelector(m),
	}
}
