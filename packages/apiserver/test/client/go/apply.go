package main

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	appsv1apply "k8s.io/client-go/applyconfigurations/apps/v1"
	corev1apply "k8s.io/client-go/applyconfigurations/core/v1"
	metav1apply "k8s.io/client-go/applyconfigurations/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// apply says what it wants of an object, and gives way or not to others that want something else.
func apply(ctx context.Context, clients *kubernetes.Clientset) {
	deployments := clients.AppsV1().Deployments(namespace)
	labels := map[string]string{"app": "applied"}
	wanted := func(image string, replicas int32) *appsv1apply.DeploymentApplyConfiguration {
		container := corev1apply.Container().WithName("main").WithImage(image)
		template := corev1apply.PodTemplateSpec().WithLabels(labels).WithSpec(corev1apply.PodSpec().WithContainers(container))
		spec := appsv1apply.DeploymentSpec().
			WithReplicas(replicas).
			WithSelector(metav1apply.LabelSelector().WithMatchLabels(labels)).
			WithTemplate(template)
		return appsv1apply.Deployment("applied", namespace).WithSpec(spec)
	}
	made := must(deployments.Apply(ctx, wanted("nginx:1", 1), metav1.ApplyOptions{FieldManager: "first"}))
	say("applied", made.Spec.Template.Spec.Containers[0].Image, made.Generation)
	again := must(deployments.Apply(ctx, wanted("nginx:1", 1), metav1.ApplyOptions{FieldManager: "first"}))
	say("applied again", again.ResourceVersion == made.ResourceVersion)
	_, err := deployments.Apply(ctx, wanted("nginx:2", 1), metav1.ApplyOptions{FieldManager: "second"})
	refused("conflict", err)
	forced := must(deployments.Apply(ctx, wanted("nginx:2", 1), metav1.ApplyOptions{FieldManager: "second", Force: true}))
	for _, entry := range forced.ManagedFields {
		say("manager", entry.Manager, entry.Operation, string(entry.FieldsV1.Raw))
	}
	own := must(appsv1apply.ExtractDeployment(forced, "second"))
	say("own", own.Spec.Template.Spec.Containers[0].Image, own.Spec.Replicas)
	check(deployments.Delete(ctx, "applied", metav1.DeleteOptions{}))
}
