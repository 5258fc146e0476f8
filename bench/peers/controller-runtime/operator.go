package main

import (
	"context"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

type convergeResult struct {
	ElapsedMs  float64 `json:"elapsedMs"`
	CPUMs      float64 `json:"cpuMs"`
	Reconciles int     `json:"reconciles"`
	Failures   int     `json:"failures"`
	memory
}

func measureConverge(ctx context.Context, config *rest.Config, s spec) (convergeResult, error) {
	p := newProgress(s.Task.Objects)
	cpu, start := cpuMs(), time.Now()
	operator, err := newOperator(config, s, p)
	if err != nil {
		return convergeResult{}, err
	}
	if err := runUntil(ctx, operator, p.allDone); err != nil {
		return convergeResult{}, err
	}
	elapsed := milliseconds(time.Since(start))
	p.waitQuiet(time.Duration(s.Task.QuietMs) * time.Millisecond)
	result := convergeResult{ElapsedMs: elapsed, CPUMs: cpuMs() - cpu, Reconciles: p.reconciles, Failures: p.failures}
	result.memory, err = memoryAfterCollection()
	return result, err
}

type idleResult struct {
	FirstReconcileMs float64   `json:"firstReconcileMs"`
	IdleCPUMs        float64   `json:"idleCpuMs"`
	LatenciesMs      []float64 `json:"latenciesMs"`
	memory
}

func measureIdle(ctx context.Context, config *rest.Config, s spec) (idleResult, error) {
	p := newProgress(s.Task.Objects)
	operator, err := newOperator(config, s, p)
	if err != nil {
		return idleResult{}, err
	}
	var result idleResult
	p.onBegin = func(types.NamespacedName) {
		if p.reconciles == 1 {
			result.FirstReconcileMs = sinceSpawn(s)
		}
	}
	if err := runUntil(ctx, operator, p.allDone); err != nil {
		return idleResult{}, err
	}
	p.waitQuiet(time.Duration(s.Task.QuietMs) * time.Millisecond)
	if result.memory, err = memoryAfterCollection(); err != nil {
		return idleResult{}, err
	}
	cpu := cpuMs()
	time.Sleep(time.Duration(s.Task.IdleMs) * time.Millisecond)
	result.IdleCPUMs = cpuMs() - cpu
	result.LatenciesMs, err = measureLatencies(ctx, config, s, p)
	return result, err
}

// measureLatencies writes one object after another, each when the reconcile that the write before led to has begun.
func measureLatencies(ctx context.Context, config *rest.Config, s spec, p *progress) ([]float64, error) {
	live, err := client.New(config, client.Options{Scheme: newScheme()})
	if err != nil {
		return nil, err
	}
	type beginning struct {
		key types.NamespacedName
		at  time.Time
	}
	begun := make(chan beginning, 100)
	p.mutex.Lock()
	p.onBegin = func(key types.NamespacedName) { begun <- beginning{key: key, at: time.Now()} }
	p.mutex.Unlock()
	latencies := make([]float64, 0, s.Task.Writes)
	for n := range s.Task.Writes {
		key := types.NamespacedName{Namespace: s.Namespace, Name: fmt.Sprintf("object-%05d", n%s.Task.Objects)}
		object := &memcached{}
		object.Namespace, object.Name = key.Namespace, key.Name
		patch := fmt.Appendf(nil, `{"metadata":{"annotations":{"written":"%d"}}}`, n)
		start := time.Now()
		if err := live.Patch(ctx, object, client.RawPatch(types.MergePatchType, patch)); err != nil {
			return nil, err
		}
		seen := <-begun
		if seen.key != key {
			return nil, fmt.Errorf("%s was written, %s was reconciled", key, seen.key)
		}
		latencies = append(latencies, milliseconds(seen.at.Sub(start)))
	}
	return latencies, nil
}

func newOperator(config *rest.Config, s spec, p *progress) (manager.Manager, error) {
	scheme := newScheme()
	options := manager.Options{
		Scheme:                 scheme,
		Metrics:                metricsserver.Options{BindAddress: "127.0.0.1:0"},
		HealthProbeBindAddress: "127.0.0.1:0",
	}
	switch s.Variant {
	case "default":
	case "read-your-writes":
		options.Client.Cache = &client.CacheOptions{EnableReadYourWritesConsistency: ptr.To(true)}
	default:
		return nil, fmt.Errorf("unknown variant %q", s.Variant)
	}
	operator, err := manager.New(config, options)
	if err != nil {
		return nil, err
	}
	return operator, builder.ControllerManagedBy(operator).
		For(&memcached{}).
		Owns(&appsv1.Deployment{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: max(s.Task.Concurrency, 1)}).
		Complete(&reconciler{client: operator.GetClient(), scheme: scheme, progress: p})
}

func runUntil(ctx context.Context, operator manager.Manager, done <-chan struct{}) error {
	ended := make(chan error, 1)
	go func() { ended <- operator.Start(ctx) }()
	select {
	case <-done:
		return nil
	case err := <-ended:
		return fmt.Errorf("the operator ended: %w", err)
	}
}
