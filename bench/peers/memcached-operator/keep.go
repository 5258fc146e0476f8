package main

import (
	"context"
	"errors"
	"strings"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// keepAll keeps all that belongs to a Memcached as it should be, all of it at once, tells of what it made, and returns the Deployment as the
// server has it.
func (r *fullReconciler) keepAll(ctx context.Context, m *memcached) (*appsv1.Deployment, error) {
	companions := companionsFor(m)
	areNew, failures := make([]bool, len(companions)+1), make([]error, len(companions)+1)
	var all sync.WaitGroup
	for i, each := range companions {
		all.Go(func() { areNew[i], failures[i] = r.keep(ctx, each) })
	}
	last := len(companions)
	deployment, isNew, err := r.keepDeployment(ctx, m)
	areNew[last], failures[last] = isNew, err
	all.Wait()

	var created []string
	for i, isNew := range areNew {
		switch {
		case !isNew || failures[i] != nil:
		case i == last:
			created = append(created, "Deployment "+m.Name)
		default:
			created = append(created, companions[i].kind+" "+companions[i].wanted.GetName())
		}
	}
	if len(created) > 0 {
		r.tell(m, "Created", "Created %s", strings.Join(created, ", "))
	}
	return deployment, errors.Join(failures...)
}

// keep has a companion as it is wanted, if it is found to be otherwise or not at all. It says whether it is new.
func (r *fullReconciler) keep(ctx context.Context, c companion) (bool, error) {
	err := r.client.Get(ctx, client.ObjectKeyFromObject(c.wanted), c.found)
	isNew := apierrors.IsNotFound(err)
	if err != nil && !isNew {
		return false, err
	}
	if !isNew && c.isSame() && equality.Semantic.DeepDerivative(c.wanted.GetLabels(), c.found.GetLabels()) {
		return false, nil
	}
	if isNew || r.isApplying {
		return isNew, r.write(ctx, c.wanted)
	}
	c.wanted.SetResourceVersion(c.found.GetResourceVersion())
	return false, r.client.Update(ctx, c.wanted)
}

// keepDeployment has the Deployment as it is wanted or, where nothing is applied, scales the one that is there. It says whether it is new.
func (r *fullReconciler) keepDeployment(ctx context.Context, m *memcached) (*appsv1.Deployment, bool, error) {
	found, wanted := &appsv1.Deployment{}, deploymentFor(m)
	err := r.client.Get(ctx, client.ObjectKeyFromObject(m), found)
	if apierrors.IsNotFound(err) {
		return wanted, true, r.write(ctx, wanted)
	}
	if err != nil {
		return nil, false, err
	}
	before := ptr.Deref(found.Spec.Replicas, 1)
	switch {
	case r.isApplying:
		if equality.Semantic.DeepDerivative(wanted.Spec, found.Spec) {
			return found, false, nil
		}
		err = r.write(ctx, wanted)
	case before == m.Spec.Size:
		return found, false, nil
	default:
		wanted = found
		wanted.Spec.Replicas = ptr.To(m.Spec.Size)
		err = r.client.Update(ctx, wanted)
	}
	if err != nil {
		return nil, false, err
	}
	if before != m.Spec.Size {
		r.tell(m, "Scaled", "Scaled Deployment %s from %d to %d instances", wanted.Name, before, m.Spec.Size)
	}
	return wanted, false, nil
}

// write applies an object or, where nothing is applied, creates it. It is then as the server has it.
func (r *fullReconciler) write(ctx context.Context, object client.Object) error {
	if !r.isApplying {
		return r.client.Create(ctx, object)
	}
	kind, err := r.client.GroupVersionKindFor(object)
	if err != nil {
		return err
	}
	object.GetObjectKind().SetGroupVersionKind(kind)
	//lint:ignore SA1019 what is applied is the object itself, not a configuration of the same fields
	return r.client.Patch(ctx, object, client.Apply, client.FieldOwner("memcached-operator"), client.ForceOwnership)
}

func (r *fullReconciler) tell(m *memcached, reason, note string, args ...any) {
	r.recorder.Eventf(m, nil, corev1.EventTypeNormal, reason, "Reconcile", note, args...)
}
