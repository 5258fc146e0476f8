package main

import (
	"context"

	v1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/scale"
	watchtools "k8s.io/client-go/tools/watch"
)

const group = "go.example.com"

type values = map[string]any

var (
	definitions = schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}
	gadgets     = schema.GroupVersionResource{Group: group, Version: "v1", Resource: "gadgets"}
)

var definition = &unstructured.Unstructured{Object: values{
	"apiVersion": "apiextensions.k8s.io/v1",
	"kind":       "CustomResourceDefinition",
	"metadata":   values{"name": "gadgets." + group},
	"spec": values{
		"group": group,
		"scope": "Namespaced",
		"names": values{"plural": "gadgets", "singular": "gadget", "kind": "Gadget", "listKind": "GadgetList"},
		"versions": []any{values{
			"name": "v1", "served": true, "storage": true,
			"subresources": values{
				"status": values{},
				"scale":  values{"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size"},
			},
			"schema": values{"openAPIV3Schema": values{
				"type": "object",
				"properties": values{
					"spec": values{"type": "object", "properties": values{
						"size": values{"type": "integer", "minimum": int64(1), "default": int64(1)},
					}},
					"status": values{"type": "object", "properties": values{"size": values{"type": "integer"}}},
				},
			}},
		}},
	},
}}

func gadget(name string, spec values) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: values{
		"apiVersion": group + "/v1", "kind": "Gadget", "metadata": values{"name": name}, "spec": spec,
	}}
}

// customResources works with a kind that it does not know when it is compiled.
func customResources(ctx context.Context, config *rest.Config) {
	clients := must(dynamic.NewForConfig(config))
	must(clients.Resource(definitions).Create(ctx, definition, v1.CreateOptions{}))
	established := func(event watch.Event) (bool, error) {
		conditions, _, _ := unstructured.NestedSlice(event.Object.(*unstructured.Unstructured).Object, "status", "conditions")
		for _, condition := range conditions {
			if condition.(values)["type"] == "Established" && condition.(values)["status"] == "True" {
				return true, nil
			}
		}
		return false, nil
	}
	byName := v1.ListOptions{FieldSelector: "metadata.name=" + definition.GetName()}
	changes := must(clients.Resource(definitions).Watch(ctx, byName))
	must(watchtools.UntilWithoutRetry(ctx, changes, established))
	say("established")

	own := clients.Resource(gadgets).Namespace(namespace)
	made := must(own.Create(ctx, gadget("one", values{}), v1.CreateOptions{}))
	say("created", made.Object["spec"], made.GetGeneration())
	factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(clients, 0, namespace, nil)
	heard := make(told, 100)
	must(factory.ForResource(gadgets).Informer().AddEventHandler(heard.handlers()))
	following, stop := context.WithCancel(ctx)
	factory.Start(following.Done())
	say("synced", factory.WaitForCacheSync(ctx.Done())[gadgets])
	say("told", <-heard)
	patched := must(own.Patch(ctx, "one", types.MergePatchType, []byte(`{"spec":{"size":3}}`), v1.PatchOptions{}))
	say("patched", patched.Object["spec"], patched.GetGeneration())
	say("told", <-heard)
	_, err := own.Patch(ctx, "one", types.StrategicMergePatchType, []byte(`{}`), v1.PatchOptions{})
	refused("strategic", err)
	_, err = own.Create(ctx, gadget("wrong", values{"size": int64(0)}), v1.CreateOptions{})
	refused("wrong", err)
	patched.Object["status"] = values{"size": int64(2)}
	say("status", must(own.UpdateStatus(ctx, patched, v1.UpdateOptions{})).Object["status"])
	say("told", <-heard)
	applied := must(own.Apply(ctx, "two", gadget("two", values{"size": int64(5)}), v1.ApplyOptions{FieldManager: "go"}))
	say("applied", applied.Object["spec"], len(applied.GetManagedFields()))
	say("told", <-heard)

	found := discovery.NewDiscoveryClientForConfigOrDie(config)
	mapper := restmapper.NewDiscoveryRESTMapper(must(restmapper.GetAPIGroupResources(found)))
	scales := must(scale.NewForConfig(config, mapper, dynamic.LegacyAPIPathResolverFunc, scale.NewDiscoveryScaleKindResolver(found)))
	current := must(scales.Scales(namespace).Get(ctx, gadgets.GroupResource(), "two", v1.GetOptions{}))
	current.Spec.Replicas = 7
	say("scaled", must(scales.Scales(namespace).Update(ctx, gadgets.GroupResource(), current, v1.UpdateOptions{})).Spec)
	say("told", <-heard)

	only := must(metadata.NewForConfig(config)).Resource(gadgets).Namespace(namespace)
	for _, item := range must(only.List(ctx, v1.ListOptions{})).Items {
		say("metadata", item.Name, item.Generation)
	}
	check(own.DeleteCollection(ctx, v1.DeleteOptions{}, v1.ListOptions{}))
	deleted := []string{<-heard, <-heard}
	say("told", len(deleted))
	stop()
	factory.Shutdown()
	check(clients.Resource(definitions).Delete(ctx, definition.GetName(), v1.DeleteOptions{}))
}
