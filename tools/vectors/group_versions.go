package main

import (
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

func init() { area("group-versions", groupVersions) }

func groupVersions() any {
	var plurals []row
	for _, kind := range []string{
		"Pod", "Ingress", "IngressClass", "NetworkPolicy", "Endpoints", "EndpointSlice", "Gateway", "GatewayClass", "HTTPRoute", "Policy", "ComponentStatus", "StorageClass", "Namespace", "Service", "Proxy", "Box", "Bus", "Matrix", "Status", "Memcached", "Redis", "Kafka", "Prometheus", "Alias", "Key", "Day",
		"CustomResourceDefinition", "CSIDriver", "PodDisruptionBudget", "Lease", "Leases", "Mesh", "Branch", "Index", "Quiz", "MyEndpoints", "myendpoints", "Y", "S", "s", "y", "A", "Æy", "Entity", "Series", "VolumeAttachment", "PriorityLevelConfiguration", "Database", "Chaos", "Cactus", "Leaf",
	} {
		plural, singular := meta.UnsafeGuessKindToResource(schema.GroupVersionKind{Group: "g", Version: "v1", Kind: kind})
		plurals = append(plurals, row{"kind": kind, "plural": plural.Resource, "singular": singular.Resource})
	}

	var arguments []row
	for _, text := range []string{
		"", ".", "..", "...", "pods", "pods.", ".pods", "pods.v1", "pods.v1.", "deployments.apps", "deployments.v1.apps", "Deployment.apps", "Deployment.v1.apps", "ingresses.networking.k8s.io", "ingresses.v1.networking.k8s.io", "Ingress.v1.networking.k8s.io", "a.b.c.d.e", "a..b", "a/b", "a b",
	} {
		gvr, gr := schema.ParseResourceArg(text)
		gvk, gk := schema.ParseKindArg(text)
		entry := row{
			"text":          text,
			"groupResource": row{"group": gr.Group, "resource": gr.Resource, "text": gr.String()},
			"groupKind":     row{"group": gk.Group, "kind": gk.Kind, "text": gk.String()},
		}
		if gvr != nil {
			entry["resource"] = row{"group": gvr.Group, "version": gvr.Version, "resource": gvr.Resource}
		}
		if gvk != nil {
			entry["kind"] = row{"group": gvk.Group, "version": gvk.Version, "kind": gvk.Kind}
		}
		arguments = append(arguments, entry)
	}

	var versions []row
	for _, text := range []string{"", "/", "v1", "apps/v1", "a/b/c", "apps/", "/v1", "networking.k8s.io/v1", "//", " v1"} {
		parsed, err := schema.ParseGroupVersion(text)
		if err != nil {
			versions = append(versions, row{"text": text, "error": err.Error()})
			continue
		}
		versions = append(versions, row{"text": text, "group": parsed.Group, "version": parsed.Version, "printed": parsed.String()})
	}
	return map[string]any{"plurals": plurals, "arguments": arguments, "apiVersions": versions}
}
