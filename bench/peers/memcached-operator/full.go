package main

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/handler"
)

// fullReconciler makes of each Memcached what operators/memcached makes of it: the same Deployment, Services and PodDisruptionBudget, the
// same status, and events of the same kind. The benchmark holds them together. It has the server apply what is missing or differs, as ours
// does, or creates and updates it, and writes the status in the same reconcile.
//
// What no Memcached of the benchmark has is left out: the fields of the spec that are not in memcachedSpec, and whatever goes wrong.
type fullReconciler struct {
	client   client.Client
	recorder events.EventRecorder
	// isApplying is whether objects are applied, rather than created and updated.
	isApplying bool
}

func (r *fullReconciler) setup(manager ctrl.Manager, concurrency int) error {
	if err := indexInstances(manager.GetFieldIndexer()); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(manager).
		For(&memcached{}).
		Owns(&appsv1.Deployment{}).
		Owns(&corev1.Service{}).
		Owns(&policyv1.PodDisruptionBudget{}).
		Watches(&corev1.Pod{}, handler.EnqueueRequestsFromMapFunc(memcachedOfPod)).
		Named("memcached").
		WithOptions(controller.Options{MaxConcurrentReconciles: concurrency}).
		Complete(r)
}

func (r *fullReconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	m := &memcached{}
	if err := r.client.Get(ctx, request.NamespacedName, m); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if m.GetDeletionTimestamp() != nil {
		return ctrl.Result{}, client.IgnoreNotFound(r.finalize(ctx, m))
	}
	// Each write leaves m as the server has it then: what follows is not refused for a version that is over.
	if controllerutil.AddFinalizer(m, finalizer) {
		if err := r.client.Update(ctx, m); err != nil {
			return ctrl.Result{}, err
		}
	}
	deployment, err := r.keepAll(ctx, m)
	if err != nil {
		return ctrl.Result{}, err
	}
	instances, err := r.instancesOf(ctx, m)
	if err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.writeStatus(ctx, m, statusOf(m, deployment, instances))
}

// finalize tells that a Memcached is being deleted, and lets it go.
func (r *fullReconciler) finalize(ctx context.Context, m *memcached) error {
	if !controllerutil.ContainsFinalizer(m, finalizer) {
		return nil
	}
	report := func(status metav1.ConditionStatus, message string) error {
		return r.writeStatus(ctx, m, memcachedStatus{
			InstanceStatus: m.Status.InstanceStatus,
			Conditions: conditionsWith(m, metav1.Condition{
				Type: degraded, Status: status, Reason: reasonEnding, Message: message,
			}),
		})
	}
	begun := fmt.Sprintf("Performing finalizer operations for the custom resource: %s", m.Name)
	if err := report(metav1.ConditionUnknown, begun); err != nil {
		return err
	}
	r.recorder.Eventf(m, nil, corev1.EventTypeWarning, "Deleting", "DeleteCR",
		"Custom Resource %s is being deleted from the namespace %s", m.Name, m.Namespace)
	done := fmt.Sprintf("Finalizer operations for custom resource %s name were successfully accomplished", m.Name)
	if err := report(metav1.ConditionTrue, done); err != nil {
		return err
	}
	controllerutil.RemoveFinalizer(m, finalizer)
	return r.client.Update(ctx, m)
}
