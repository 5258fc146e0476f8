package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	coordinationv1 "k8s.io/client-go/kubernetes/typed/coordination/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

type times struct{ lease, renew, retry time.Duration }

// elector runs for a lease and gives it back when ctx ends.
func elector(config *rest.Config, namespace, name, identity string, times times, callbacks leaderelection.LeaderCallbacks) (*leaderelection.LeaderElector, error) {
	client, err := coordinationv1.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	return leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Namespace: namespace, Name: name},
			Client:     client,
			LockConfig: resourcelock.ResourceLockConfig{Identity: identity},
			Labels:     map[string]string{"elected": "yes"},
		},
		LeaseDuration:   times.lease,
		RenewDeadline:   times.renew,
		RetryPeriod:     times.retry,
		ReleaseOnCancel: true,
		Callbacks:       callbacks,
		Name:            name,
	})
}

// takePart prints `leads`, `sees <leader>` and `ended`, one a line. It stops when its input ends.
func takePart(kubeconfig, namespace, name, identity string) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	check(err)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	candidate, err := elector(config, namespace, name, identity, times{3 * time.Second, 2 * time.Second, 500 * time.Millisecond},
		leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) { fmt.Println("leads") },
			OnStoppedLeading: func() { fmt.Println("ended") },
			OnNewLeader:      func(leader string) { fmt.Println("sees", leader) },
		})
	check(err)
	candidate.Run(ctx)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
