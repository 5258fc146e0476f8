package main

import (
	"context"
	"math"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/registry/rest"
)

type graceRow struct {
	// What the object has: when it goes, counted from now, and how long it had.
	DeletionIn *int64 `json:"deletionIn"`
	Had        *int64 `json:"had"`
	Generation int64  `json:"generation"`
	Asked      *int64 `json:"asked"`
	// Whether the kind is deleted gracefully at all.
	IsGracefulKind bool `json:"isGracefulKind"`
	// What comes out.
	IsGraceful      bool   `json:"isGraceful"`
	IsPending       bool   `json:"isPending"`
	DeletionInAfter *int64 `json:"deletionInAfter"`
	HasAfter        *int64 `json:"hasAfter"`
	GenerationAfter int64  `json:"generationAfter"`
}

func grace() []any {
	var rows []any
	times := []*int64{nil, ptr[int64](-120), ptr[int64](-1), ptr[int64](0), ptr[int64](1), ptr[int64](2), ptr[int64](30), ptr[int64](3600)}
	seconds := []*int64{nil, ptr[int64](-5), ptr[int64](-1), ptr[int64](0), ptr[int64](1), ptr[int64](2), ptr[int64](30), ptr[int64](60)}
	rows = append(rows, beforeDelete(true, nil, nil, nil, 0))
	for _, isGracefulKind := range []bool{true, false} {
		for _, deletionIn := range times {
			for _, had := range seconds {
				if deletionIn == nil && had != nil {
					continue
				}
				for _, asked := range seconds {
					rows = append(rows, beforeDelete(isGracefulKind, deletionIn, had, asked, 4))
				}
			}
		}
	}
	return rows
}

func beforeDelete(isGracefulKind bool, deletionIn, had, asked *int64, generation int64) graceRow {
	object := &metav1.PartialObjectMetadata{}
	object.Generation = generation
	object.DeletionGracePeriodSeconds = copyOf(had)
	now := time.Now()
	if deletionIn != nil {
		// A little later, so that what is now is not over when the call comes to it.
		at := metav1.NewTime(now.Add(time.Duration(*deletionIn)*time.Second + 200*time.Millisecond))
		object.DeletionTimestamp = &at
	}
	options := &metav1.DeleteOptions{GracePeriodSeconds: copyOf(asked)}
	var strategy rest.RESTDeleteStrategy = typer{}
	if isGracefulKind {
		strategy = gracefulStrategy{}
	}
	isGraceful, isPending, err := rest.BeforeDelete(strategy, context.Background(), object, options)
	if err != nil {
		panic(err)
	}
	row := graceRow{
		DeletionIn: deletionIn, Had: had, Generation: generation, Asked: asked, IsGracefulKind: isGracefulKind,
		IsGraceful: isGraceful, IsPending: isPending, HasAfter: object.DeletionGracePeriodSeconds, GenerationAfter: object.Generation,
	}
	if object.DeletionTimestamp != nil {
		after := int64(math.Round(object.DeletionTimestamp.Sub(now).Seconds()))
		row.DeletionInAfter = &after
	}
	return row
}

type typer struct{}

func (typer) ObjectKinds(runtime.Object) ([]schema.GroupVersionKind, bool, error) {
	return []schema.GroupVersionKind{{Version: "v1", Kind: "Pod"}}, false, nil
}
func (typer) Recognizes(schema.GroupVersionKind) bool { return true }

// Gives what is asked for, or 30 seconds.
type gracefulStrategy struct{ typer }

func (gracefulStrategy) CheckGracefulDelete(_ context.Context, _ runtime.Object, options *metav1.DeleteOptions) bool {
	if options.GracePeriodSeconds == nil {
		options.GracePeriodSeconds = ptr[int64](30)
	}
	return true
}

func ptr[T any](value T) *T { return &value }

func copyOf(value *int64) *int64 {
	if value == nil {
		return nil
	}
	return ptr(*value)
}
