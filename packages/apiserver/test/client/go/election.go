package main

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// elect leads for a moment.
func elect(ctx context.Context, clients *kubernetes.Clientset) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lock := &resourcelock.LeaseLock{
		LeaseMeta:  metav1.ObjectMeta{Name: "leader", Namespace: namespace},
		Client:     clients.CoordinationV1(),
		LockConfig: resourcelock.ResourceLockConfig{Identity: "me"},
	}
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock:            lock,
		LeaseDuration:   15 * time.Second,
		RenewDeadline:   10 * time.Second,
		RetryPeriod:     2 * time.Second,
		ReleaseOnCancel: true,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				lease := must(clients.CoordinationV1().Leases(namespace).Get(ctx, "leader", metav1.GetOptions{}))
				say("leads", lease.Spec.HolderIdentity, lease.Spec.LeaseDurationSeconds, lease.Spec.LeaseTransitions)
				// The first renewal comes at once. One that is under way would keep the lease from being released.
				for lease.Spec.RenewTime.Equal(lease.Spec.AcquireTime) {
					lease = must(clients.CoordinationV1().Leases(namespace).Get(ctx, "leader", metav1.GetOptions{}))
				}
				cancel()
			},
			OnStoppedLeading: func() { say("stopped") },
		},
	})
	lease := must(clients.CoordinationV1().Leases(namespace).Get(context.Background(), "leader", metav1.GetOptions{}))
	say("released", lease.Spec.HolderIdentity, lease.Spec.LeaseDurationSeconds)
}
