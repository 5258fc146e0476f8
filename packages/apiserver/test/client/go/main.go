// Does with the server of the kubeconfig what controllers in Go do, and prints what came of it.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

const namespace = "client-go"

func say(what string, values ...any) {
	text, err := json.Marshal(values)
	check(err)
	fmt.Println(what, string(text))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// must is for calls that have to work.
func must[T any](value T, err error) T {
	check(err)
	return value
}

// refused says how a call failed.
func refused(what string, err error) {
	if refusal, ok := err.(apierrors.APIStatus); ok {
		status := refusal.Status()
		say(what, status.Code, status.Reason, status.Message, status.Details)
		return
	}
	say(what, fmt.Sprint(err))
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	loader := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(
		clientcmd.NewDefaultClientConfigLoadingRules(), &clientcmd.ConfigOverrides{})
	config := must(loader.ClientConfig())
	config.QPS = 1000
	config.Burst = 1000
	clients := must(kubernetes.NewForConfig(config))

	made := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}
	must(clients.CoreV1().Namespaces().Create(ctx, made, metav1.CreateOptions{}))

	describeServer(clients)
	objects(ctx, "json", clients)
	asProtobuf := rest.CopyConfig(config)
	asProtobuf.ContentType = "application/vnd.kubernetes.protobuf"
	objects(ctx, "protobuf", must(kubernetes.NewForConfig(asProtobuf)))
	followSecrets(ctx, clients)
	apply(ctx, clients)
	elect(ctx, clients)
	customResources(ctx, config)
	actions(ctx, config, clients)
	say("done", len(os.Args))
}
