package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// reconcileCompanions makes what the sample does not make: two Services and a PodDisruptionBudget, and an event for each.
func (r *reconciler) reconcileCompanions(ctx context.Context, m *memcached) error {
	for _, service := range []*corev1.Service{serviceOf(m, m.Name, ""), serviceOf(m, m.Name+"-nodes", corev1.ClusterIPNone)} {
		found := &corev1.Service{}
		isSame := func() bool { return equality.Semantic.DeepDerivative(service.Spec, found.Spec) }
		if err := r.keep(ctx, m, service, found, isSame); err != nil {
			return err
		}
	}
	budget := budgetOf(m)
	found := &policyv1.PodDisruptionBudget{}
	isSame := func() bool { return equality.Semantic.DeepDerivative(budget.Spec, found.Spec) }
	return r.keep(ctx, m, budget, found, isSame)
}

func (r *reconciler) keep(ctx context.Context, m *memcached, wanted, found client.Object, isSame func() bool) error {
	err := r.client.Get(ctx, client.ObjectKeyFromObject(wanted), found)
	if apierrors.IsNotFound(err) {
		if err := controllerutil.SetControllerReference(m, wanted, r.scheme); err != nil {
			return err
		}
		if err := r.client.Create(ctx, wanted); err != nil {
			return err
		}
		r.tell(m, "Created", "Created %T %s", wanted, wanted.GetName())
		return nil
	}
	if err != nil || isSame() {
		return err
	}
	wanted.SetResourceVersion(found.GetResourceVersion())
	return r.client.Update(ctx, wanted)
}

// tell records an event, in the variant that does so.
func (r *reconciler) tell(m *memcached, reason, note string, args ...any) {
	if r.hasCompanions {
		r.recorder.Eventf(m, nil, corev1.EventTypeNormal, reason, "Reconcile", note, args...)
	}
}

func serviceOf(m *memcached, name, clusterIP string) *corev1.Service {
	return &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Namespace: m.Namespace, Name: name},
		Spec: corev1.ServiceSpec{
			Type:      corev1.ServiceTypeClusterIP,
			ClusterIP: clusterIP,
			Selector:  labels,
			Ports: []corev1.ServicePort{{
				Name: "memcached", Port: 11211, Protocol: corev1.ProtocolTCP, TargetPort: intstr.FromString("memcached"),
			}},
		},
	}
}

func budgetOf(m *memcached) *policyv1.PodDisruptionBudget {
	return &policyv1.PodDisruptionBudget{
		ObjectMeta: metav1.ObjectMeta{Namespace: m.Namespace, Name: m.Name},
		Spec: policyv1.PodDisruptionBudgetSpec{
			MaxUnavailable: ptr.To(intstr.FromInt32(1)),
			Selector:       &metav1.LabelSelector{MatchLabels: labels},
		},
	}
}
