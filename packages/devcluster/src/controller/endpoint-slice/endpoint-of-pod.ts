import type { Node, Pod, Service } from "@kubewright/api/core/v1";
import type { Endpoint } from "@kubewright/api/discovery/v1";
import type { AddressType } from "./address-type.ts";
import { addressesOf } from "./address-type.ts";

export interface EndpointOptions {
  readonly service: Service;
  readonly addressType: AddressType;
  /** The pod's, if there is one of that name. */
  readonly node: Node | undefined;
}

/** Whether a pod serves at all: it has an address and has not ended. */
export function isServed({ status }: Pod): boolean {
  if (status?.phase === "Succeeded" || status?.phase === "Failed") return false;
  return (status?.podIP ?? "") !== "" || (status?.podIPs ?? []).length > 0;
}

/** Where a pod serves a service, or undefined for one that has no address of the type. */
export function endpointOfPod(pod: Pod, { service, addressType, node }: EndpointOptions): Endpoint | undefined {
  const addresses = addressesOf(pod, addressType);
  if (addresses.length === 0) return undefined;
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  const serving = pod.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") === true;
  const ready = service.spec?.publishNotReadyAddresses === true || (serving && !terminating);
  const { namespace, name, uid } = pod.metadata;
  const { nodeName, hostname, subdomain } = pod.spec;
  const zone = node?.metadata.labels?.["topology.kubernetes.io/zone"];
  const hints = ready ? hintsFor(service, { zone, nodeName }) : undefined;
  return {
    addresses,
    conditions: { ready, serving, terminating },
    ...(hints !== undefined && { hints }),
    ...(hostname && subdomain === service.metadata.name && namespace === service.metadata.namespace && { hostname }),
    ...(nodeName && { nodeName }),
    targetRef: { kind: "Pod", ...(namespace !== undefined && { namespace }), name, ...(uid !== undefined && { uid }) },
    ...(zone && { zone }),
  };
}

/** Which clients should prefer an endpoint, by the service's traffic distribution. */
function hintsFor(
  { spec }: Service,
  { zone, nodeName }: { readonly zone: string | undefined; readonly nodeName: string | undefined },
): Endpoint["hints"] {
  const distribution = spec?.trafficDistribution ?? "";
  if (!["PreferClose", "PreferSameZone", "PreferSameNode"].includes(distribution)) return undefined;
  const forZones = zone ? { forZones: [{ name: zone }] } : {};
  const forNodes = nodeName && distribution === "PreferSameNode" ? { forNodes: [{ name: nodeName }] } : {};
  const hints = { ...forNodes, ...forZones };
  return Object.keys(hints).length === 0 ? undefined : hints;
}
