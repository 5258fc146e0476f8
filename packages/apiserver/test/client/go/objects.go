package main

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/pager"
	"k8s.io/client-go/util/retry"
)

func deployment(name string) *appsv1.Deployment {
	labels := map[string]string{"app": name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels},
		Spec: appsv1.DeploymentSpec{
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "main", Image: "nginx:1"}}},
			},
		},
	}
}

// objects does with typed clients what is done with every object.
func objects(ctx context.Context, way string, clients *kubernetes.Clientset) {
	maps := clients.CoreV1().ConfigMaps(namespace)
	wanted := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: way, Labels: map[string]string{"way": way}},
		Data:       map[string]string{"a": "1"},
		BinaryData: map[string][]byte{"b": {0, 255}},
	}
	made := must(maps.Create(ctx, wanted, metav1.CreateOptions{FieldManager: "round-trip"}))
	say(way+" created", made.Name, made.Data, made.BinaryData, made.UID != "", made.ManagedFields[0].Manager)
	_, err := maps.Create(ctx, wanted, metav1.CreateOptions{})
	refused(way+" created again", err)

	changes := must(maps.Watch(ctx, metav1.ListOptions{ResourceVersion: made.ResourceVersion}))
	made.Data["a"] = "2"
	updated := must(maps.Update(ctx, made, metav1.UpdateOptions{}))
	_, err = maps.Update(ctx, made, metav1.UpdateOptions{})
	refused(way+" updated late", err)
	check(retry.RetryOnConflict(retry.DefaultRetry, func() error {
		current := must(maps.Get(ctx, way, metav1.GetOptions{}))
		current.Data["c"] = "3"
		_, err := maps.Update(ctx, current, metav1.UpdateOptions{})
		return err
	}))
	patched := must(maps.Patch(ctx, way, types.JSONPatchType, []byte(`[{"op":"remove","path":"/data/c"}]`), metav1.PatchOptions{}))
	say(way+" patched", patched.Data, patched.ResourceVersion != updated.ResourceVersion)
	_, err = maps.Get(ctx, "none", metav1.GetOptions{})
	refused(way+" read none", err)
	check(maps.Delete(ctx, way, metav1.DeleteOptions{Preconditions: metav1.NewUIDPreconditions(string(made.UID))}))
	for range 4 {
		event := <-changes.ResultChan()
		say(way+" followed", event.Type, event.Object.(*corev1.ConfigMap).Data)
	}
	changes.Stop()

	deployments := clients.AppsV1().Deployments(namespace)
	deployed := must(deployments.Create(ctx, deployment(way), metav1.CreateOptions{}))
	say(way+" defaulted", deployed.Spec.Replicas, deployed.Spec.Strategy, deployed.Spec.Template.Spec.RestartPolicy)
	scale := must(deployments.GetScale(ctx, way, metav1.GetOptions{}))
	scale.Spec.Replicas = 4
	say(way+" scaled", must(deployments.UpdateScale(ctx, way, scale, metav1.UpdateOptions{})).Spec.Replicas)
	deployed = must(deployments.Get(ctx, way, metav1.GetOptions{}))
	deployed.Status.ObservedGeneration = deployed.Generation
	deployed.Status.Replicas = 4
	say(way+" status", must(deployments.UpdateStatus(ctx, deployed, metav1.UpdateOptions{})).Status)
	wrong := deployment(way + "-wrong")
	wrong.Spec.Template.Labels = nil
	_, err = deployments.Create(ctx, wrong, metav1.CreateOptions{})
	refused(way+" wrong", err)
	_, err = deployments.Create(ctx, deployment("dry"), metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
	check(err)
	check(deployments.Delete(ctx, way, metav1.DeleteOptions{}))

	for i := range 5 {
		name := fmt.Sprintf("%s-%d", way, i)
		must(maps.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"page": way}}}, metav1.CreateOptions{}))
	}
	names := []string{}
	pages := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		return maps.List(ctx, options)
	})
	pages.PageSize = 2
	check(pages.EachListItem(ctx, metav1.ListOptions{LabelSelector: "page=" + way}, func(object runtime.Object) error {
		names = append(names, object.(*corev1.ConfigMap).Name)
		return nil
	}))
	say(way+" paged", names)
	check(maps.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "page=" + way}))
	say(way+" left", len(must(maps.List(ctx, metav1.ListOptions{})).Items))
}
