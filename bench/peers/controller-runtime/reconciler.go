package main

import (
	"context"
	"fmt"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// reconciler gives each Memcached a Deployment of its name, and a status that follows from its spec.
type reconciler struct {
	client   client.Client
	scheme   *runtime.Scheme
	progress *progress
}

func (r *reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	r.progress.begin(request.NamespacedName)
	err := r.reconcile(ctx, request)
	r.progress.end(request.NamespacedName, err)
	return reconcile.Result{}, err
}

func (r *reconciler) reconcile(ctx context.Context, request reconcile.Request) error {
	var m memcached
	if err := r.client.Get(ctx, request.NamespacedName, &m); err != nil {
		return client.IgnoreNotFound(err)
	}
	if err := r.reconcileDeployment(ctx, &m); err != nil {
		return err
	}
	nodes := nodesOf(&m)
	if slices.Equal(m.Status.Nodes, nodes) {
		return nil
	}
	m.Status.Nodes = nodes
	return r.client.Status().Update(ctx, &m)
}

func (r *reconciler) reconcileDeployment(ctx context.Context, m *memcached) error {
	var deployment appsv1.Deployment
	err := r.client.Get(ctx, client.ObjectKeyFromObject(m), &deployment)
	if apierrors.IsNotFound(err) {
		wanted := deploymentOf(m)
		if err := controllerutil.SetControllerReference(m, wanted, r.scheme); err != nil {
			return err
		}
		return r.client.Create(ctx, wanted)
	}
	if err != nil {
		return err
	}
	if ptr.Deref(deployment.Spec.Replicas, 1) == m.Spec.Size {
		return nil
	}
	deployment.Spec.Replicas = &m.Spec.Size
	return r.client.Update(ctx, &deployment)
}

func nodesOf(m *memcached) []string {
	nodes := make([]string, m.Spec.Size)
	for i := range nodes {
		nodes[i] = fmt.Sprintf("%s-%d", m.Name, i)
	}
	return nodes
}

func deploymentOf(m *memcached) *appsv1.Deployment {
	labels := map[string]string{"app": "memcached", "memcached_cr": m.Name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Namespace: m.Namespace, Name: m.Name, Labels: labels},
		Spec: appsv1.DeploymentSpec{
			Replicas: &m.Spec.Size,
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec: corev1.PodSpec{Containers: []corev1.Container{{
					Name:    "memcached",
					Image:   "memcached:1.4.36-alpine",
					Command: []string{"memcached", "-m=64", "-o", "modern", "-v"},
					Ports:   []corev1.ContainerPort{{Name: "memcached", ContainerPort: 11211}},
				}}},
			},
		},
	}
}
