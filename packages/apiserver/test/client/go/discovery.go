package main

import (
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/restmapper"
)

// describeServer asks what there is, in the ways in which programs ask.
func describeServer(clients *kubernetes.Clientset) {
	found := clients.Discovery()
	version := must(found.ServerVersion())
	say("version", version.Major, version.Minor, version.GitVersion)
	groups, lists, err := found.ServerGroupsAndResources()
	check(err)
	say("groups", len(groups), len(lists))
	for _, list := range must(found.ServerPreferredResources()) {
		names := []string{}
		for _, resource := range list.APIResources {
			names = append(names, resource.Name)
		}
		slices.Sort(names)
		say("preferred", list.GroupVersion, names)
	}
	document := must(found.OpenAPISchema())
	say("openapi v2", len(document.GetDefinitions().GetAdditionalProperties()), len(document.GetPaths().GetPath()))
	say("openapi v3", len(must(found.OpenAPIV3().Paths())))

	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(found))
	for _, kind := range []schema.GroupKind{
		{Kind: "Pod"}, {Group: "apps", Kind: "Deployment"}, {Group: "autoscaling", Kind: "HorizontalPodAutoscaler"}, {Kind: "Node"},
	} {
		mapping := must(mapper.RESTMapping(kind))
		say("mapped", mapping.Resource.String(), mapping.GroupVersionKind.String(), mapping.Scope.Name())
	}
	_, err = mapper.RESTMapping(schema.GroupKind{Group: "none.example.com", Kind: "None"})
	say("not mapped", meta.IsNoMatchError(err))
	say("short name", must(restmapper.NewShortcutExpander(mapper, found, nil).ResourceFor(schema.GroupVersionResource{Resource: "deploy"})).String())
}
