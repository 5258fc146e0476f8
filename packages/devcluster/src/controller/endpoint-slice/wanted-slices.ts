import { cloneJson } from "@kubewright/api";
import type { Pod, Service } from "@kubewright/api/core/v1";
import type { Endpoint, EndpointPort } from "@kubewright/api/discovery/v1";
import { endpointOfPod } from "./endpoint-of-pod.ts";
import { portsOfPod } from "./port-of-pod.ts";

/** What slices with one set of ports are to hold. */
export interface WantedEndpoints {
  readonly ports: readonly EndpointPort[];
  readonly endpoints: readonly Endpoint[];
}

/** Which endpoints a service is to have, by the ports that they serve: pods may differ in what a port's name means. Never empty. */
export function wantedSlices(service: Service, pods: readonly Pod[]): Map<string, WantedEndpoints> {
  const wanted = new Map<string, { ports: EndpointPort[]; endpoints: Endpoint[] }>();
  for (const pod of pods) {
    const endpoint = endpointOfPod(pod, service);
    if (endpoint === undefined) continue;
    const ports = portsOfPod(pod, service);
    const key = portsKey(ports);
    const group = wanted.get(key) ?? { ports, endpoints: [] };
    wanted.set(key, group);
    group.endpoints.push(endpoint);
  }
  // A slice without endpoints says that there are none; nobody says nothing.
  if (wanted.size === 0) wanted.set(portsKey([]), { ports: [], endpoints: [] });
  return wanted;
}

/** The same for the same ports, in whatever order. */
export function portsKey(ports: readonly EndpointPort[] | undefined): string {
  const texts = (ports ?? []).map(({ name = "", port, protocol, appProtocol }) =>
    JSON.stringify([name, port ?? null, protocol ?? "TCP", appProtocol ?? null]),
  );
  return texts.sort().join();
}

const propagatedNever = new Set([
  "endpointslice.kubernetes.io/managed-by",
  "kubernetes.io/service-name",
  "service.kubernetes.io/headless",
]);

export const managedBy = "endpointslice-controller.k8s.io";

/** The labels of a service's slices: its own, and those by which they are found. */
export function sliceLabels({ metadata, spec }: Service): Record<string, string> {
  const own = Object.entries(cloneJson(metadata.labels ?? {})).filter(([name]) => !propagatedNever.has(name));
  return {
    ...Object.fromEntries(own),
    "endpointslice.kubernetes.io/managed-by": managedBy,
    "kubernetes.io/service-name": metadata.name,
    ...(spec?.clusterIP === "None" && { "service.kubernetes.io/headless": "" }),
  };
}
