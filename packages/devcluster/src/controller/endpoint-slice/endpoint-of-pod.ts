import type { Pod, Service } from "@kubewright/api/core/v1";
import type { Endpoint } from "@kubewright/api/discovery/v1";

/** Where a pod serves a service, or undefined for one that does not: it has no address yet, or has ended. */
export function endpointOfPod(pod: Pod, service: Service): Endpoint | undefined {
  const address = pod.status?.podIP ?? "";
  if (address === "" || pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed") return undefined;
  const isTerminating = pod.metadata.deletionTimestamp !== undefined;
  const isServing = pod.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") === true;
  const isPublished = service.spec?.publishNotReadyAddresses === true;
  const { namespace, name, uid } = pod.metadata;
  const { nodeName, hostname, subdomain } = pod.spec ?? {};
  return {
    addresses: [address],
    conditions: { ready: isPublished || (isServing && !isTerminating), serving: isServing, terminating: isTerminating },
    ...(hostname && subdomain === service.metadata.name && namespace === service.metadata.namespace && { hostname }),
    ...(nodeName && { nodeName }),
    targetRef: { kind: "Pod", ...(namespace !== undefined && { namespace }), name, ...(uid !== undefined && { uid }) },
  };
}
