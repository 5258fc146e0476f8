package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// told is what the handlers of an informer were told, in order.
type told chan string

func (t told) handlers() cache.ResourceEventHandlerDetailedFuncs {
	return cache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(object any, isInitial bool) {
			if isInitial {
				t <- "had " + keyOf(object)
			} else {
				t <- "added " + keyOf(object)
			}
		},
		UpdateFunc: func(_, object any) { t <- "updated " + keyOf(object) },
		DeleteFunc: func(object any) { t <- "deleted " + keyOf(object) },
	}
}

func keyOf(object any) string {
	return must(cache.DeletionHandlingMetaNamespaceKeyFunc(object))
}

// followSecrets keeps copies of objects, as controllers do.
func followSecrets(ctx context.Context, clients *kubernetes.Clientset) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	secrets := clients.CoreV1().Secrets(namespace)
	create := func(name string) {
		wanted := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: name}, Data: map[string][]byte{"a": []byte(name)}}
		must(secrets.Create(ctx, wanted, metav1.CreateOptions{}))
	}
	create("first")
	factory := informers.NewSharedInformerFactoryWithOptions(clients, 0, informers.WithNamespace(namespace))
	informer := factory.Core().V1().Secrets()
	heard := make(told, 100)
	must(informer.Informer().AddEventHandler(heard.handlers()))
	factory.Start(ctx.Done())
	for kind, isSynced := range factory.WaitForCacheSync(ctx.Done()) {
		say("synced", kind.String(), isSynced)
	}
	say("told", <-heard)
	create("second")
	say("told", <-heard)
	current := must(secrets.Get(ctx, "first", metav1.GetOptions{}))
	current.StringData = map[string]string{"a": "b"}
	must(secrets.Update(ctx, current, metav1.UpdateOptions{}))
	say("told", <-heard)
	check(secrets.Delete(ctx, "first", metav1.DeleteOptions{}))
	say("told", <-heard)
	for _, secret := range must(informer.Lister().Secrets(namespace).List(labels.Everything())) {
		say("kept", secret.Name, secret.Data, secret.Type)
	}
	cancel()
	factory.Shutdown()
}
