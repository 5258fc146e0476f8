// Measures client-go with the command-line protocol that bench/subject/protocol.mjs describes.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

type spec struct {
	Kubeconfig     string `json:"kubeconfig"`
	ReadNamespace  string `json:"readNamespace"`
	WriteNamespace string `json:"writeNamespace"`
	Objects        int    `json:"objects"`
	Payload        string `json:"payload"`
	Variant        string `json:"variant"`
	Steps          []step `json:"steps"`
}

type step struct {
	Operation   string `json:"operation"`
	Concurrency int    `json:"concurrency"`
	WarmUpMs    int    `json:"warmUpMs"`
	DurationMs  int    `json:"durationMs"`
	MaxRequests int64  `json:"maxRequests"`
}

type stepResult struct {
	Operation     string  `json:"operation"`
	Concurrency   int     `json:"concurrency"`
	Requests      int64   `json:"requests"`
	TotalRequests int64   `json:"totalRequests"`
	ElapsedMs     float64 `json:"elapsedMs"`
	CPUMs         float64 `json:"cpuMs"`
	Last          last    `json:"last"`
}

type result struct {
	Steps        []stepResult `json:"steps"`
	PeakRSSBytes int64        `json:"peakRssBytes"`
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "client-go:", err)
		os.Exit(1)
	}
}

func run() error {
	var s spec
	if err := json.Unmarshal([]byte(os.Args[1]), &s); err != nil {
		return err
	}
	config, err := clientcmd.BuildConfigFromFlags("", s.Kubeconfig)
	if err != nil {
		return err
	}
	// Negative: no limit on this side.
	config.QPS = -1
	config.ContentType = "application/json"
	switch s.Variant {
	case "json":
	case "protobuf":
		config.ContentType = "application/vnd.kubernetes.protobuf"
		config.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
	default:
		return fmt.Errorf("unknown variant %q", s.Variant)
	}
	clientset, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	o := &operations{spec: s, core: clientset.CoreV1()}
	var r result
	for _, each := range s.Steps {
		measured, err := measure(o, each)
		if err != nil {
			return fmt.Errorf("%s at %d: %w", each.Operation, each.Concurrency, err)
		}
		r.Steps = append(r.Steps, measured)
	}
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return err
	}
	r.PeakRSSBytes = usage.Maxrss * 1024
	return json.NewEncoder(os.Stdout).Encode(r)
}

func measure(o *operations, s step) (stepResult, error) {
	operation, err := o.named(s.Operation)
	if err != nil {
		return stepResult{}, err
	}
	warmed, err := repeat(operation, s.Concurrency, time.Duration(s.WarmUpMs)*time.Millisecond, s.MaxRequests)
	if err != nil {
		return stepResult{}, err
	}
	cpu, start := cpuMs(), time.Now()
	requests, err := repeat(operation, s.Concurrency, time.Duration(s.DurationMs)*time.Millisecond, s.MaxRequests)
	if err != nil {
		return stepResult{}, err
	}
	elapsed := float64(time.Since(start).Microseconds()) / 1000
	return stepResult{
		Operation:     s.Operation,
		Concurrency:   s.Concurrency,
		Requests:      requests,
		TotalRequests: warmed + requests,
		ElapsedMs:     elapsed,
		CPUMs:         cpuMs() - cpu,
		Last:          o.last(),
	}, nil
}

// repeat gives the number of requests that were answered.
func repeat(operation func(context.Context, int) error, concurrency int, duration time.Duration, limit int64) (int64, error) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	deadline := time.Now().Add(duration)
	var begun, done atomic.Int64
	var workers sync.WaitGroup
	for worker := range concurrency {
		workers.Go(func() {
			for ctx.Err() == nil && time.Now().Before(deadline) && begun.Add(1) <= limit {
				if err := operation(ctx, worker); err != nil {
					cancel(err)
					return
				}
				done.Add(1)
			}
		})
	}
	workers.Wait()
	return done.Load(), context.Cause(ctx)
}

// cpuMs is what this process has used so far, user and system, all threads.
func cpuMs() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e6
}
