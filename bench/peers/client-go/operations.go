package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// last describes the object that the newest answer carried.
type last struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Items int    `json:"items,omitempty"`
}

type operations struct {
	spec    spec
	core    typedcorev1.CoreV1Interface
	counter atomic.Int64
	newest  atomic.Pointer[last]
}

func (o *operations) last() last { return *o.newest.Load() }

func (o *operations) named(name string) (func(context.Context, int) error, error) {
	switch name {
	case "get":
		return o.get, nil
	case "listConfigMaps":
		return o.listConfigMaps, nil
	case "listPods":
		return o.listPods, nil
	case "create":
		return o.create, nil
	case "patch":
		return o.patch, nil
	}
	return nil, fmt.Errorf("unknown operation %q", name)
}

func (o *operations) get(ctx context.Context, _ int) error {
	name := fmt.Sprintf("object-%05d", o.counter.Add(1)%int64(o.spec.Objects))
	object, err := o.core.ConfigMaps(o.spec.ReadNamespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	return o.answered(last{Name: object.Name, Value: object.Data["payload"]}, last{Name: name, Value: o.spec.Payload})
}

func (o *operations) listConfigMaps(ctx context.Context, _ int) error {
	list, err := o.core.ConfigMaps(o.spec.ReadNamespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	if len(list.Items) != o.spec.Objects {
		return fmt.Errorf("%d items instead of %d", len(list.Items), o.spec.Objects)
	}
	object := list.Items[len(list.Items)-1]
	return o.answered(
		last{Name: object.Name, Value: object.Data["payload"], Items: len(list.Items)},
		last{Name: o.lastName(), Value: o.spec.Payload, Items: o.spec.Objects},
	)
}

func (o *operations) listPods(ctx context.Context, _ int) error {
	list, err := o.core.Pods(o.spec.ReadNamespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	if len(list.Items) != o.spec.Objects {
		return fmt.Errorf("%d items instead of %d", len(list.Items), o.spec.Objects)
	}
	object := list.Items[len(list.Items)-1]
	return o.answered(
		last{Name: object.Name, Value: string(object.Status.Phase), Items: len(list.Items)},
		last{Name: o.lastName(), Value: "Running", Items: o.spec.Objects},
	)
}

func (o *operations) create(ctx context.Context, _ int) error {
	name := fmt.Sprintf("created-%d", o.counter.Add(1))
	object, err := o.core.ConfigMaps(o.spec.WriteNamespace).Create(ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": "bench"}},
		Data:       map[string]string{"payload": o.spec.Payload},
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if object.UID == "" {
		return fmt.Errorf("%s has no uid", name)
	}
	return o.answered(last{Name: object.Name, Value: object.Data["payload"]}, last{Name: name, Value: o.spec.Payload})
}

func (o *operations) patch(ctx context.Context, worker int) error {
	name := fmt.Sprintf("patched-%d", worker)
	value := strconv.FormatInt(o.counter.Add(1), 10)
	body, err := json.Marshal(map[string]any{"data": map[string]string{"counter": value}})
	if err != nil {
		return err
	}
	object, err := o.core.ConfigMaps(o.spec.WriteNamespace).Patch(ctx, name, types.MergePatchType, body, metav1.PatchOptions{})
	if err != nil {
		return err
	}
	return o.answered(last{Name: object.Name, Value: object.Data["counter"]}, last{Name: name, Value: value})
}

func (o *operations) answered(got, want last) error {
	if got != want {
		return fmt.Errorf("the server answered with %+v instead of %+v", got, want)
	}
	o.newest.Store(&got)
	return nil
}

func (o *operations) lastName() string { return fmt.Sprintf("object-%05d", o.spec.Objects-1) }
