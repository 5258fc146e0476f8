package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
)

type memcached struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              memcachedSpec   `json:"spec"`
	Status            memcachedStatus `json:"status,omitzero"`
}

type memcachedSpec struct {
	Size          int32 `json:"size"`
	ContainerPort int32 `json:"containerPort,omitempty"`
}

type memcachedStatus struct {
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

type memcachedList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []memcached `json:"items"`
}

func (m *memcached) DeepCopyObject() runtime.Object {
	copied := *m
	m.ObjectMeta.DeepCopyInto(&copied.ObjectMeta)
	copied.Status.Conditions = make([]metav1.Condition, len(m.Status.Conditions))
	for i := range m.Status.Conditions {
		m.Status.Conditions[i].DeepCopyInto(&copied.Status.Conditions[i])
	}
	return &copied
}

func (l *memcachedList) DeepCopyObject() runtime.Object {
	copied := *l
	copied.Items = make([]memcached, len(l.Items))
	for i := range l.Items {
		copied.Items[i] = *l.Items[i].DeepCopyObject().(*memcached)
	}
	return &copied
}

func newScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	utilruntime.Must(clientgoscheme.AddToScheme(scheme))
	version := schema.GroupVersion{Group: "cache.example.com", Version: "v1"}
	scheme.AddKnownTypeWithName(version.WithKind("Memcached"), &memcached{})
	scheme.AddKnownTypeWithName(version.WithKind("MemcachedList"), &memcachedList{})
	metav1.AddToGroupVersion(scheme, version)
	return scheme
}
