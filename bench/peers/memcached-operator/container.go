package main

import (
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
)

// portName is how Services and probes find the port.
const portName = "memcached"

const port = 11211

const mebibyte = 1 << 20

// containerFor is the memcached of an instance.
func containerFor(m *memcached) corev1.Container {
	memory := *resource.NewQuantity(neededMebibytes(m)*mebibyte, resource.BinarySI)
	return corev1.Container{
		Name:            "memcached",
		Image:           m.Spec.Image,
		ImagePullPolicy: corev1.PullIfNotPresent,
		Command:         []string{"memcached"},
		Args:            argumentsFor(m),
		Ports:           []corev1.ContainerPort{{Name: portName, ContainerPort: port, Protocol: corev1.ProtocolTCP}},
		Resources: corev1.ResourceRequirements{
			Limits: corev1.ResourceList{corev1.ResourceMemory: memory},
			Requests: corev1.ResourceList{
				corev1.ResourceCPU:    resource.MustParse("50m"),
				corev1.ResourceMemory: memory,
			},
		},
		StartupProbe:   probe(1, 60),
		ReadinessProbe: probe(2, 2),
		LivenessProbe:  probe(10, 3),
		Lifecycle: &corev1.Lifecycle{
			PreStop: &corev1.LifecycleHandler{Sleep: &corev1.SleepAction{Seconds: drainSeconds}},
		},
		SecurityContext: &corev1.SecurityContext{
			RunAsNonRoot:             ptr.To(true),
			RunAsUser:                ptr.To(int64(1001)),
			AllowPrivilegeEscalation: ptr.To(false),
			ReadOnlyRootFilesystem:   ptr.To(true),
			Capabilities:             &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
		},
	}
}

func argumentsFor(m *memcached) []string {
	text := func(number int64) string { return strconv.FormatInt(number, 10) }
	return []string{
		"-m", text(cacheMebibytes(m)),
		"-c", text(int64(m.Spec.MaxConnections)),
		"-t", text(int64(m.Spec.Threads)),
		"-p", text(port),
		"-U", "0",
		"-o", "modern",
		"-v",
	}
}

func probe(periodSeconds, failureThreshold int32) *corev1.Probe {
	return &corev1.Probe{
		ProbeHandler: corev1.ProbeHandler{
			TCPSocket: &corev1.TCPSocketAction{Port: intstr.FromString(portName)},
		},
		TimeoutSeconds:   1,
		PeriodSeconds:    periodSeconds,
		FailureThreshold: failureThreshold,
		// As the server has it: a zero would differ from that.
		SuccessThreshold: 1,
	}
}

func cacheMebibytes(m *memcached) int64 {
	return m.Spec.Memory.Value() / mebibyte
}

// neededMebibytes is the memory limit: the items, a sixth of them for the hash table, and what slab pages, connections, threads and the
// program need, as operators/memcached/src/spec/container-memory.ts explains.
func neededMebibytes(m *memcached) int64 {
	const slabPages, perConnection, perThread, program = 40 * mebibyte, 20 * 1024, mebibyte, 8 * mebibyte
	items := cacheMebibytes(m) * mebibyte
	bytes := items + (items+5)/6 + slabPages + perConnection*int64(m.Spec.MaxConnections) +
		perThread*int64(m.Spec.Threads) + program
	return (bytes + mebibyte - 1) / mebibyte
}
