package main

import (
	"context"
	"fmt"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// writeStatus sends a status if it is another one than m has, which is then as the server has it.
func (r *fullReconciler) writeStatus(ctx context.Context, m *memcached, status memcachedStatus) error {
	if equality.Semantic.DeepEqual(m.Status, status) {
		return nil
	}
	m.Status = status
	return r.client.Status().Update(ctx, m)
}

// statusOf is the status of a Memcached as it is.
func statusOf(m *memcached, deployment *appsv1.Deployment, instances []corev1.Pod) memcachedStatus {
	// Not nil: they are told even when they are empty.
	nodes, endpoints := []string{}, []string{}
	var ready int32
	for _, pod := range instances {
		nodes = append(nodes, pod.Name)
		if !isReady(pod) {
			continue
		}
		ready++
		if endpoint := endpointOf(pod); endpoint != "" {
			endpoints = append(endpoints, endpoint)
		}
	}
	there := int32(len(instances))
	return memcachedStatus{
		InstanceStatus: &InstanceStatus{
			Nodes:              nodes,
			Endpoints:          endpoints,
			Replicas:           there,
			ReadyReplicas:      ready,
			Selector:           labels.Set(selectorLabels(m)).String(),
			ObservedGeneration: m.Generation,
		},
		Conditions: conditionsWith(m,
			availableOf(m, ready),
			progressingOf(m, deployment, there, ready),
			metav1.Condition{Type: degraded, Status: metav1.ConditionFalse, Reason: "AsExpected"},
		),
	}
}

// conditionsWith has the conditions of a Memcached with these in place of those of their type.
func conditionsWith(m *memcached, changed ...metav1.Condition) []metav1.Condition {
	conditions := slices.Clone(m.Status.Conditions)
	for _, condition := range changed {
		condition.ObservedGeneration = m.Generation
		meta.SetStatusCondition(&conditions, condition)
	}
	return conditions
}

func availableOf(m *memcached, ready int32) metav1.Condition {
	condition := metav1.Condition{Type: available, Status: metav1.ConditionTrue, Reason: reasonWorking}
	if ready < m.Spec.Size {
		condition.Status = metav1.ConditionFalse
		condition.Message = fmt.Sprintf("Deployment for custom resource (%s) has %d of %d replicas ready", m.Name, ready, m.Spec.Size)
		return condition
	}
	condition.Message = fmt.Sprintf("Deployment for custom resource (%s) with %d replicas created successfully", m.Name, m.Spec.Size)
	return condition
}

func progressingOf(m *memcached, deployment *appsv1.Deployment, there, ready int32) metav1.Condition {
	size, status := m.Spec.Size, deployment.Status
	isSeen := status.ObservedGeneration >= deployment.Generation
	var current int32
	if isSeen {
		current = status.UpdatedReplicas
	}
	if !isSeen || current != size || status.Replicas != size || ready != size {
		return metav1.Condition{
			Type: progressing, Status: metav1.ConditionTrue, Reason: "RollingOut",
			Message: fmt.Sprintf("%d of %d instances are there, %d are ready, %d are as the spec says", there, size, ready, current),
		}
	}
	return metav1.Condition{
		Type: progressing, Status: metav1.ConditionFalse, Reason: "Settled",
		Message: fmt.Sprintf("All %d instances are as the spec says", size),
	}
}
