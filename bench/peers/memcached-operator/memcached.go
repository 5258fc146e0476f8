package main

import (
	"slices"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
)

const (
	finalizer     = "cache.example.com/finalizer"
	available     = "Available"
	degraded      = "Degraded"
	progressing   = "Progressing"
	reasonWorking = "Reconciling"
	reasonEnding  = "Finalizing"
)

var memcachedVersion = schema.GroupVersion{Group: "cache.example.com", Version: "v1"}

type memcached struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              memcachedSpec   `json:"spec"`
	Status            memcachedStatus `json:"status,omitzero"`
}

// memcachedSpec has no gaps when it was read from a server: the definition has defaults for all but the port.
type memcachedSpec struct {
	Size           int32             `json:"size"`
	Image          string            `json:"image,omitempty"`
	Memory         resource.Quantity `json:"memory,omitzero"`
	MaxConnections int32             `json:"maxConnections,omitempty"`
	Threads        int32             `json:"threads,omitempty"`
	ContainerPort  int32             `json:"containerPort,omitempty"`
}

// memcachedStatus is nothing but conditions in the sample.
type memcachedStatus struct {
	*InstanceStatus `json:",inline"`
	Conditions      []metav1.Condition `json:"conditions,omitempty"`
}

// InstanceStatus is what operators/memcached tells besides conditions. It is told as a whole, empty lists and zeros included. Exported:
// otherwise it could not be read from JSON.
type InstanceStatus struct {
	Nodes              []string `json:"nodes"`
	Endpoints          []string `json:"endpoints"`
	Replicas           int32    `json:"replicas"`
	ReadyReplicas      int32    `json:"readyReplicas"`
	Selector           string   `json:"selector"`
	ObservedGeneration int64    `json:"observedGeneration"`
}

type memcachedList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []memcached `json:"items"`
}

func (m *memcached) DeepCopyObject() runtime.Object {
	copied := *m
	m.ObjectMeta.DeepCopyInto(&copied.ObjectMeta)
	copied.Spec.Memory = m.Spec.Memory.DeepCopy()
	if m.Status.InstanceStatus != nil {
		instances := *m.Status.InstanceStatus
		instances.Nodes = slices.Clone(instances.Nodes)
		instances.Endpoints = slices.Clone(instances.Endpoints)
		copied.Status.InstanceStatus = &instances
	}
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
	scheme.AddKnownTypeWithName(memcachedVersion.WithKind("Memcached"), &memcached{})
	scheme.AddKnownTypeWithName(memcachedVersion.WithKind("MemcachedList"), &memcachedList{})
	metav1.AddToGroupVersion(scheme, memcachedVersion)
	return scheme
}
