package main

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type syncResult struct {
	ElapsedMs float64 `json:"elapsedMs"`
	CPUMs     float64 `json:"cpuMs"`
	Objects   int64   `json:"objects"`
	memory
}

func measureSync(ctx context.Context, config *rest.Config, t task) (syncResult, error) {
	var kind client.Object = &memcached{}
	if t.Kind == "Pod" {
		kind = &corev1.Pod{}
	}
	cpu, start := cpuMs(), time.Now()
	informers, err := cache.New(config, cache.Options{Scheme: newScheme()})
	if err != nil {
		return syncResult{}, err
	}
	failed := make(chan error, 1)
	go func() { failed <- informers.Start(ctx) }()
	// Waiting for the informer would poll: the last object says it to the microsecond.
	informer, err := informers.GetInformer(ctx, kind, cache.BlockUntilSynced(false))
	if err != nil {
		return syncResult{}, err
	}
	var told atomic.Int64
	all := make(chan struct{})
	registration, err := informer.AddEventHandler(toolscache.ResourceEventHandlerFuncs{AddFunc: func(any) {
		if told.Add(1) == int64(t.Objects) {
			close(all)
		}
	}})
	if err != nil {
		return syncResult{}, err
	}
	select {
	case <-all:
	case err := <-failed:
		return syncResult{}, fmt.Errorf("the cache ended: %w", err)
	}
	result := syncResult{ElapsedMs: milliseconds(time.Since(start)), CPUMs: cpuMs() - cpu}
	for !registration.HasSynced() {
		time.Sleep(10 * time.Millisecond)
	}
	result.Objects = told.Load()
	result.memory, err = memoryAfterCollection()
	return result, err
}
