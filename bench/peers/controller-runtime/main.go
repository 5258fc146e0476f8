// Measures controller-runtime with the command-line protocol that bench/subject/runtime/protocol.mjs describes.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
)

type spec struct {
	Kubeconfig  string  `json:"kubeconfig"`
	Namespace   string  `json:"namespace"`
	Variant     string  `json:"variant"`
	SpawnedAtMs float64 `json:"spawnedAtMs"`
	Task        task    `json:"task"`
}

type task struct {
	Name        string `json:"name"`
	Kind        string `json:"kind"`
	Objects     int    `json:"objects"`
	Concurrency int    `json:"concurrency"`
	QuietMs     int    `json:"quietMs"`
	IdleMs      int    `json:"idleMs"`
	Writes      int    `json:"writes"`
	DurationMs  int    `json:"durationMs"`
}

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "controller-runtime:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	var s spec
	if err := json.Unmarshal([]byte(os.Args[1]), &s); err != nil {
		return err
	}
	log.SetLogger(zap.New())
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	result, err := measure(ctx, s)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Task.Name, err)
	}
	return json.NewEncoder(os.Stdout).Encode(result)
}

func measure(ctx context.Context, s spec) (any, error) {
	if s.Task.Name == "queue" {
		return measureQueue(s.Task)
	}
	config, err := clientcmd.BuildConfigFromFlags("", s.Kubeconfig)
	if err != nil {
		return nil, err
	}
	// Negative: no limit on this side, as controller-runtime has it by default.
	config.QPS = -1
	switch s.Task.Name {
	case "sync":
		return measureSync(ctx, config, s.Task)
	case "converge":
		return measureConverge(ctx, config, s)
	case "idle":
		return measureIdle(ctx, config, s)
	}
	return nil, fmt.Errorf("unknown task")
}
