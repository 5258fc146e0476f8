import type { Service, ServiceSpec } from "@kubewright/api/core/v1";

/** Whether services of its type have cluster addresses at all. */
export function needsAddress({ type }: ServiceSpec): boolean {
  return type !== "ExternalName";
}

/** Whether services of its type have ports on nodes. */
export function needsNodePorts({ type }: ServiceSpec): boolean {
  return type === "NodePort" || type === "LoadBalancer";
}

/** Whether a load balancer asks nodes for the health of the service. */
export function needsHealthCheckPort({ type, externalTrafficPolicy }: ServiceSpec): boolean {
  return type === "LoadBalancer" && externalTrafficPolicy === "Local";
}

/** Whether it is meant for clients outside of the cluster. */
export function isExternallyAccessible({ type, externalIPs }: ServiceSpec): boolean {
  return type === "LoadBalancer" || type === "NodePort" || (type === "ClusterIP" && (externalIPs?.length ?? 0) > 0);
}

/** Whether it has a name for its pods, but no address of its own. */
export function isHeadless({ clusterIP, clusterIPs }: ServiceSpec): boolean {
  return clusterIP === "None" || clusterIPs?.[0] === "None";
}

/** Whether both lists have the same texts, an absent list being an empty one. */
export function sameTexts(a: readonly string[] = [], b: readonly string[] = []): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

/** The spec of a service, which defaults have made sure is there. */
export function specOf(service: Service): ServiceSpec {
  return service.spec as ServiceSpec;
}
