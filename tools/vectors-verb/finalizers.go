package main

import (
	"context"
	_ "unsafe"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	genericregistry "k8s.io/apiserver/pkg/registry/generic/registry"
	"k8s.io/apiserver/pkg/registry/rest"
)

//go:linkname deletionFinalizers k8s.io/apiserver/pkg/registry/generic/registry.deletionFinalizersForGarbageCollection
func deletionFinalizers(ctx context.Context, store *genericregistry.Store, object metav1.Object, options *metav1.DeleteOptions) (bool, []string)

type finalizerRow struct {
	Finalizers         []string `json:"finalizers"`
	OrphanDependents   *bool    `json:"orphanDependents"`
	PropagationPolicy  *string  `json:"propagationPolicy"`
	DefaultPropagation string   `json:"defaultPropagation"`
	IsChanged          bool     `json:"isChanged"`
	After              []string `json:"after"`
}

type gcStrategy struct {
	typer
	policy rest.GarbageCollectionPolicy
}

func (s gcStrategy) DefaultGarbageCollectionPolicy(context.Context) rest.GarbageCollectionPolicy {
	return s.policy
}

func finalizers() []any {
	var rows []any
	lists := [][]string{
		{}, {"orphan"}, {"foregroundDeletion"}, {"a.b/c"}, {"a.b/c", "orphan"}, {"orphan", "a.b/c"},
		{"a.b/c", "foregroundDeletion", "d.e/f"}, {"foregroundDeletion", "orphan"}, {"orphan", "foregroundDeletion"},
		{"a.b/c", "a.b/c"}, {"a.b/c", "orphan", "d.e/f"},
	}
	orphans := []*bool{nil, ptr(true), ptr(false)}
	policies := []*string{nil, ptr("Orphan"), ptr("Background"), ptr("Foreground")}
	defaults := map[string]rest.GarbageCollectionPolicy{
		"Background": rest.DeleteDependents, "Orphan": rest.OrphanDependents, "Unsupported": rest.Unsupported,
	}
	for _, name := range []string{"Background", "Orphan", "Unsupported"} {
		for _, list := range lists {
			for _, orphan := range orphans {
				for _, policy := range policies {
					if orphan != nil && policy != nil {
						continue
					}
					store := &genericregistry.Store{EnableGarbageCollection: true, DeleteStrategy: gcStrategy{policy: defaults[name]}}
					object := &metav1.ObjectMeta{Finalizers: list}
					options := &metav1.DeleteOptions{OrphanDependents: orphan}
					if policy != nil {
						options.PropagationPolicy = ptr(metav1.DeletionPropagation(*policy))
					}
					isChanged, after := deletionFinalizers(context.Background(), store, object, options)
					rows = append(rows, finalizerRow{list, orphan, policy, name, isChanged, after})
				}
			}
		}
	}
	return rows
}
