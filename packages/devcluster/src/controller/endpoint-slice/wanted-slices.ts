import { cloneJson } from "@kubewright/api";
import type { Node, Pod, Service } from "@kubewright/api/core/v1";
import type { Endpoint, EndpointPort } from "@kubewright/api/discovery/v1";
import type { AddressType } from "./address-type.ts";
import { endpointOfPod, isServed } from "./endpoint-of-pod.ts";
import { portsOfPod } from "./port-of-pod.ts";

/** What slices with one set of ports are to hold. */
export interface WantedEndpoints {
  readonly ports: readonly EndpointPort[];
  readonly endpoints: readonly Endpoint[];
}

export interface WantedOptions {
  readonly service: Service;
  readonly pods: readonly Pod[];
  readonly addressType: AddressType;
  nodeOf(name: string): Node | undefined;
}

/** Which endpoints a service is to have. */
export interface WantedSlices {
  /** By the ports that they serve: pods may differ in what a port's name means. */
  readonly groups: ReadonlyMap<string, WantedEndpoints>;
  /** Pods that are left out as there is no node of the name that they have. */
  readonly withoutNode: readonly Pod[];
}

export function wantedSlices({ service, pods, addressType, nodeOf }: WantedOptions): WantedSlices {
  const groups = new Map<string, { ports: EndpointPort[]; endpoints: Endpoint[] }>();
  const withoutNode: Pod[] = [];
  for (const pod of pods) {
    if (!isServed(pod)) continue;
    const ports = portsOfPod(pod, service);
    const key = portsKey(ports);
    const group = groups.get(key) ?? { ports, endpoints: [] };
    groups.set(key, group);
    const node = nodeOf(pod.spec.nodeName ?? "");
    if (node === undefined && service.spec?.publishNotReadyAddresses !== true) {
      withoutNode.push(pod);
      continue;
    }
    const endpoint = endpointOfPod(pod, { service, addressType, node });
    if (endpoint !== undefined) group.endpoints.push(endpoint);
  }
  return { groups, withoutNode };
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
    ...(["None", ""].includes(spec?.clusterIP ?? "") && { "service.kubernetes.io/headless": "" }),
  };
}
