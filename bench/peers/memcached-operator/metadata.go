package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// memcachedLabel names the Memcached that a pod is an instance of.
const memcachedLabel = "memcached_cr"

// selectorLabels find the pods of one Memcached, and no others.
func selectorLabels(m *memcached) map[string]string {
	return map[string]string{"app": "memcached", memcachedLabel: m.Name}
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

// metadataFor has the metadata of what is made for a Memcached.
func metadataFor(m *memcached, name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Namespace: m.Namespace,
		Name:      name,
		Labels:    labelsFor(m),
		OwnerReferences: []metav1.OwnerReference{{
			APIVersion: memcachedVersion.String(), Kind: "Memcached", Name: m.Name, UID: m.UID,
			Controller: ptr.To(true), BlockOwnerDeletion: ptr.To(true),
		}},
	}
}
