package main

import (
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// companion is an object that goes with the Deployment, and an empty one of its kind to read it into.
type companion struct {
	kind          string
	wanted, found client.Object
	// isSame is whether the one that was read has the spec that is wanted.
	isSame func() bool
}

func companionsFor(m *memcached) []companion {
	service := func(wanted *corev1.Service) companion {
		found := &corev1.Service{}
		isSame := func() bool { return equality.Semantic.DeepDerivative(wanted.Spec, found.Spec) }
		return companion{kind: "Service", wanted: wanted, found: found, isSame: isSame}
	}
	budget := func(wanted *policyv1.PodDisruptionBudget) companion {
		found := &policyv1.PodDisruptionBudget{}
		isSame := func() bool { return equality.Semantic.DeepDerivative(wanted.Spec, found.Spec) }
		return companion{kind: "PodDisruptionBudget", wanted: wanted, found: found, isSame: isSame}
	}
	return []companion{service(clusterServiceFor(m)), service(nodesServiceFor(m)), budget(disruptionBudgetFor(m))}
}

// clusterServiceFor is the Service in front of all instances.
func clusterServiceFor(m *memcached) *corev1.Service {
	return &corev1.Service{ObjectMeta: metadataFor(m, m.Name), Spec: serviceSpecFor(m)}
}

// nodesServiceFor is the headless Service whose name stands for the addresses of all instances.
func nodesServiceFor(m *memcached) *corev1.Service {
	service := &corev1.Service{ObjectMeta: metadataFor(m, m.Name+"-nodes"), Spec: serviceSpecFor(m)}
	service.Spec.ClusterIP = corev1.ClusterIPNone
	return service
}

func serviceSpecFor(m *memcached) corev1.ServiceSpec {
	return corev1.ServiceSpec{
		Type:     corev1.ServiceTypeClusterIP,
		Selector: selectorLabels(m),
		Ports: []corev1.ServicePort{{
			Name: portName, Port: port, Protocol: corev1.ProtocolTCP, TargetPort: intstr.FromString(portName),
		}},
	}
}

// disruptionBudgetFor has nodes drained one instance at a time.
func disruptionBudgetFor(m *memcached) *policyv1.PodDisruptionBudget {
	return &policyv1.PodDisruptionBudget{
		ObjectMeta: metadataFor(m, m.Name),
		Spec: policyv1.PodDisruptionBudgetSpec{
			MaxUnavailable:             ptr.To(intstr.FromInt32(1)),
			Selector:                   podSelector(m),
			UnhealthyPodEvictionPolicy: ptr.To(policyv1.AlwaysAllow),
		},
	}
}
