package main

import (
	"cmp"
	"context"
	"net"
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// podIndex is the index of the cache that has the pods of each Memcached, by its name.
const podIndex = "memcached"

var hasMemcached = func() labels.Requirement {
	requirement, err := labels.NewRequirement(memcachedLabel, selection.Exists, nil)
	if err != nil {
		panic(err)
	}
	return *requirement
}()

// cacheOptions has the cache keep, of all pods, only instances. No pod is asked for in the sample.
var cacheOptions = cache.Options{ByObject: map[client.Object]cache.ByObject{
	&corev1.Pod{}: {Label: labels.NewSelector().Add(hasMemcached)},
}}

func indexInstances(indexer client.FieldIndexer) error {
	return indexer.IndexField(context.Background(), &corev1.Pod{}, podIndex, func(pod client.Object) []string {
		if name, isSet := pod.GetLabels()[memcachedLabel]; isSet {
			return []string{name}
		}
		return nil
	})
}

// memcachedOfPod has the label say which Memcached a pod is for: its owner is a ReplicaSet.
func memcachedOfPod(_ context.Context, pod client.Object) []reconcile.Request {
	name, isSet := pod.GetLabels()[memcachedLabel]
	if !isSet {
		return nil
	}
	return []reconcile.Request{{NamespacedName: types.NamespacedName{Namespace: pod.GetNamespace(), Name: name}}}
}

// instancesOf lists the pods that count as instances, by name: not those that have ended or are told to, or that somebody made by hand.
func (r *fullReconciler) instancesOf(ctx context.Context, m *memcached) ([]corev1.Pod, error) {
	pods := &corev1.PodList{}
	err := r.client.List(ctx, pods, client.InNamespace(m.Namespace), client.MatchingFields{podIndex: m.Name})
	if err != nil {
		return nil, err
	}
	instances := slices.DeleteFunc(pods.Items, func(pod corev1.Pod) bool {
		phase := pod.Status.Phase
		owner := metav1.GetControllerOf(&pod)
		return owner == nil || owner.Kind != "ReplicaSet" || pod.DeletionTimestamp != nil || phase == corev1.PodSucceeded || phase == corev1.PodFailed
	})
	slices.SortFunc(instances, func(a, b corev1.Pod) int { return cmp.Compare(a.Name, b.Name) })
	return instances, nil
}

func isReady(pod corev1.Pod) bool {
	return slices.ContainsFunc(pod.Status.Conditions, func(condition corev1.PodCondition) bool {
		return condition.Type == corev1.PodReady && condition.Status == corev1.ConditionTrue
	})
}

// endpointOf is where an instance listens; empty as long as it has no address.
func endpointOf(pod corev1.Pod) string {
	if pod.Status.PodIP == "" {
		return ""
	}
	return net.JoinHostPort(pod.Status.PodIP, strconv.Itoa(port))
}
