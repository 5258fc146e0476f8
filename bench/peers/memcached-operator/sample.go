package main

import (
	"context"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// sampleReconciler keeps a Deployment of the size that each Memcached says, and its conditions: the same reads and writes, in the same
// order, as those of the sample.
type sampleReconciler struct {
	client   client.Client
	scheme   *runtime.Scheme
	recorder events.EventRecorder
}

func (r *sampleReconciler) setup(manager ctrl.Manager, concurrency int) error {
	return ctrl.NewControllerManagedBy(manager).
		For(&memcached{}).
		Owns(&appsv1.Deployment{}).
		Named("memcached").
		WithOptions(controller.Options{MaxConcurrentReconciles: concurrency}).
		Complete(r)
}

func (r *sampleReconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	m := &memcached{}
	if err := r.client.Get(ctx, request.NamespacedName, m); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if len(m.Status.Conditions) == 0 {
		if err := r.report(ctx, m, available, metav1.ConditionUnknown, reasonWorking, "Starting reconciliation"); err != nil {
			return ctrl.Result{}, err
		}
		if err := r.client.Get(ctx, request.NamespacedName, m); err != nil {
			return ctrl.Result{}, err
		}
	}
	if !controllerutil.ContainsFinalizer(m, finalizer) {
		controllerutil.AddFinalizer(m, finalizer)
		if err := r.client.Update(ctx, m); err != nil {
			return ctrl.Result{}, err
		}
	}
	if m.GetDeletionTimestamp() != nil {
		return ctrl.Result{}, r.finalize(ctx, m)
	}
	return r.reconcileDeployment(ctx, m)
}

func (r *sampleReconciler) reconcileDeployment(ctx context.Context, m *memcached) (ctrl.Result, error) {
	logger := log.FromContext(ctx)
	deployment := &appsv1.Deployment{}
	err := r.client.Get(ctx, client.ObjectKeyFromObject(m), deployment)
	if apierrors.IsNotFound(err) {
		wanted := sampleDeployment(m)
		if err := controllerutil.SetControllerReference(m, wanted, r.scheme); err != nil {
			return ctrl.Result{}, err
		}
		logger.Info("Creating a Deployment", "name", wanted.Name)
		if err := r.client.Create(ctx, wanted); err != nil {
			return ctrl.Result{}, err
		}
		return ctrl.Result{RequeueAfter: time.Minute}, nil
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	if ptr.Deref(deployment.Spec.Replicas, 1) != m.Spec.Size {
		deployment.Spec.Replicas = &m.Spec.Size
		if err := r.client.Update(ctx, deployment); err != nil {
			return ctrl.Result{}, r.reportFailedResize(ctx, m, err)
		}
		// At once, so that the condition is written.
		return ctrl.Result{RequeueAfter: time.Nanosecond}, nil
	}
	message := fmt.Sprintf("Deployment for custom resource (%s) with %d replicas created successfully", m.Name, m.Spec.Size)
	return ctrl.Result{}, r.report(ctx, m, available, metav1.ConditionTrue, reasonWorking, message)
}

func (r *sampleReconciler) reportFailedResize(ctx context.Context, m *memcached, cause error) error {
	if err := r.client.Get(ctx, client.ObjectKeyFromObject(m), m); err != nil {
		return err
	}
	message := fmt.Sprintf("Failed to update the size for the custom resource (%s): (%s)", m.Name, cause)
	if err := r.report(ctx, m, available, metav1.ConditionFalse, "Resizing", message); err != nil {
		return err
	}
	return cause
}

func (r *sampleReconciler) finalize(ctx context.Context, m *memcached) error {
	if !controllerutil.ContainsFinalizer(m, finalizer) {
		return nil
	}
	message := fmt.Sprintf("Performing finalizer operations for the custom resource: %s ", m.Name)
	if err := r.report(ctx, m, degraded, metav1.ConditionUnknown, reasonEnding, message); err != nil {
		return err
	}
	r.recorder.Eventf(m, nil, corev1.EventTypeWarning, "Deleting", "DeleteCR",
		"Custom Resource %s is being deleted from the namespace %s", m.Name, m.Namespace)
	if err := r.client.Get(ctx, client.ObjectKeyFromObject(m), m); err != nil {
		return err
	}
	message = fmt.Sprintf("Finalizer operations for custom resource %s name were successfully accomplished", m.Name)
	if err := r.report(ctx, m, degraded, metav1.ConditionTrue, reasonEnding, message); err != nil {
		return err
	}
	controllerutil.RemoveFinalizer(m, finalizer)
	return r.client.Update(ctx, m)
}

// report writes a condition, whether or not it is another one.
func (r *sampleReconciler) report(
	ctx context.Context, m *memcached, kind string, status metav1.ConditionStatus, reason, message string,
) error {
	meta.SetStatusCondition(&m.Status.Conditions, metav1.Condition{
		Type: kind, Status: status, Reason: reason, Message: message,
		// The sample leaves it out. It is what the benchmark waits for, and costs no request.
		ObservedGeneration: m.Generation,
	})
	return r.client.Status().Update(ctx, m)
}

var sampleLabels = map[string]string{
	"app.kubernetes.io/name":       "memcached-operator",
	"app.kubernetes.io/version":    "1.4.36-alpine",
	"app.kubernetes.io/managed-by": "MemcachedController",
}

func sampleDeployment(m *memcached) *appsv1.Deployment {
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Namespace: m.Namespace, Name: m.Name},
		Spec: appsv1.DeploymentSpec{
			Replicas: &m.Spec.Size,
			Selector: &metav1.LabelSelector{MatchLabels: sampleLabels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: sampleLabels},
				Spec: corev1.PodSpec{
					SecurityContext: &corev1.PodSecurityContext{
						RunAsNonRoot:   ptr.To(true),
						SeccompProfile: &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault},
					},
					Containers: []corev1.Container{{
						Name:            "memcached",
						Image:           "memcached:1.4.36-alpine",
						ImagePullPolicy: corev1.PullIfNotPresent,
						Command:         []string{"memcached", "-m=64", "-o", "modern", "-v"},
						Ports:           []corev1.ContainerPort{{Name: "memcached", ContainerPort: 11211}},
						SecurityContext: &corev1.SecurityContext{
							RunAsNonRoot:             ptr.To(true),
							RunAsUser:                ptr.To(int64(1001)),
							AllowPrivilegeEscalation: ptr.To(false),
							Capabilities:             &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
						},
					}},
				},
			},
		},
	}
}
