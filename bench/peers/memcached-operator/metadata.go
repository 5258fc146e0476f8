package main

import (
	"maps"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// memcachedLabel names the Memcached that a pod is an instance of.
const memcachedLabel = "memcached_cr"

// podLabels are those that all pods of all Memcacheds have.
var podLabels = map[string]string{"app": "memcached"}

// selectorLabels find the pods of one Memcached, and no others.
func selectorLabels(m *memcached) map[string]string {
	labels := maps.Clone(podLabels)
	labels[memcachedLabel] = m.Name
	return labels
}

func podSelector(m *memcached) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchLabels: selectorLabels(m)}
}

// labelsFor has the labels of all that is made for a Memcached.
func labelsFor(m *memcached) map[string]string {
	labels := selectorLabels(m)
	labels["app.kubernetes.io/name"] = "memcached"
	labels["app.kubernetes.io/instance"] = m.Name
	labels["app.kubernetes.io/managed-by"] = "memcached-operator"
	return labels
}

// metadataFor has the metadata of what is made for a Memcached. The reference to the owner is written here because that of
// controllerutil blocks the owner's deletion, which ours does not.
func metadataFor(m *memcached, name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Namespace: m.Namespace,
		Name:      name,
		Labels:    labelsFor(m),
		OwnerReferences: []metav1.OwnerReference{{
			APIVersion: memcachedVersion.String(), Kind: "Memcached", Name: m.Name, UID: m.UID, Controller: ptr.To(true),
		}},
	}
}
