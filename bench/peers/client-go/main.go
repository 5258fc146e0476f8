// Measures client-go with the command-line protocol that bench/subject/protocol.mjs describes.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
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
}

type step struct {
	Operation   string `json:"operation"`
	Concurrency int    `json:"concurrency"`
	DurationMs  int    `json:"durationMs"`
	MaxRequests int64  `json:"maxRequests"`
}

type stepResult struct {
	Requests     int64   `json:"requests"`
	ElapsedMs    float64 `json:"elapsedMs"`
	CPUMs        float64 `json:"cpuMs"`
	Last         last    `json:"last"`
	PeakRSSBytes int64   `json:"peakRssBytes"`
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
	steps, results := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var next step
		if err := steps.Decode(&next); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		measured, err := measure(o, next)
		if err != nil {
			return fmt.Errorf("%s at %d: %w", next.Operation, next.Concurrency, err)
		}
		if err := results.Encode(measured); err != nil {
			return err
		}
	}
}

func measure(o *operations, s step) (stepResult, error) {
	operation, err := o.named(s.Operation)
	if err != nil {
		return stepResult{}, err
	}
	before, start := used(), time.Now()
	requests, err := repeat(operation, s.Concurrency, time.Duration(s.DurationMs)*time.Millisecond, s.MaxRequests)
	if err != nil {
		return stepResult{}, err
	}
	elapsed := float64(time.Since(start).Microseconds()) / 1000
	after := used()
	return stepResult{
		Requests:     requests,
		ElapsedMs:    elapsed,
		CPUMs:        cpuMs(after) - cpuMs(before),
		Last:         o.last(),
		PeakRSSBytes: after.Maxrss * 1024,
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

// used is what this process has used so far, all threads.
func used() syscall.Rusage {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return usage
}

// cpuMs is user and system time.
func cpuMs(usage syscall.Rusage) float64 {
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e6
}
