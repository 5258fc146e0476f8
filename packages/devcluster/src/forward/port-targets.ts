import type { Service, ServicePort } from "@kubewright/api/core/v1";
import type { EndpointSlice } from "@kubewright/api/discovery/v1";

/** Where a connection to a service can go. */
export interface Target {
  readonly host: string;
  readonly port: number;
  /** The uid of the pod that is there, if one is. */
  readonly podUid?: string | undefined;
}

/** Where connections to a port of a service go. */
export interface PortTargets {
  /** New ones: to the endpoints that are ready or, when there are none, to those that end but still serve. */
  readonly targets: readonly Target[];
  /** Where those that are there already may stay. */
  readonly serving: readonly Target[];
}

/** What is known of pods beside their endpoints. */
export interface PodKnowledge {
  /** Whether a pod ends, be it that its endpoint does not say so yet. @default what the endpoint says */
  isEnding?(podUid: string): boolean;
  /** Where something listens instead of at a port of a pod; undefined: there. @default there */
  mappedPort?(podUid: string, port: number): number | undefined;
}

const proxyNameLabel = "service.kubernetes.io/service-proxy-name";

/**
 * The endpoints of a port of a service by their state.
 *
 * A pod whose address is not of the loopback network is a simulated one: nothing is there.
 */
export function portTargets(
  slices: Iterable<EndpointSlice>,
  { name = "", protocol = "TCP" }: ServicePort,
  pods: PodKnowledge = {},
): PortTargets {
  const ready = new Map<string, Target>();
  const ending = new Map<string, Target>();
  const serving = new Map<string, Target>();
  for (const slice of slices) {
    if (slice.addressType === "FQDN") continue;
    const ports = (slice.ports ?? []).filter(
      (port) => (port.name ?? "") === name && (port.protocol ?? "TCP") === protocol,
    );
    for (const { port: declared } of ports) {
      if (declared === undefined) continue;
      for (const { addresses, conditions = {}, targetRef } of slice.endpoints ?? []) {
        const [host] = addresses;
        const isPod = targetRef?.kind === "Pod";
        if (host === undefined || (isPod && !isLoopback(host))) continue;
        const podUid = isPod ? targetRef.uid : undefined;
        const port = podUid === undefined ? declared : (pods.mappedPort?.(podUid, declared) ?? declared);
        const { terminating = false } = conditions;
        const endsUnsaid = !terminating && podUid !== undefined && pods.isEnding?.(podUid) === true;
        const isServing = conditions.serving ?? conditions.ready ?? true;
        const key = `${host} ${port}`;
        const target = { host, port, ...(podUid !== undefined && { podUid }) };
        if (isServing) serving.set(key, target);
        if (conditions.ready !== false && !endsUnsaid) ready.set(key, target);
        else if (isServing && (terminating || endsUnsaid)) ending.set(key, target);
      }
    }
  }
  return { targets: [...(ready.size > 0 ? ready : ending).values()], serving: [...serving.values()] };
}

/** Whether a service has an address at which it is forwarded, and nobody else is asked to do so. */
export function isForwarded({ metadata, spec }: Service): boolean {
  const address = spec?.clusterIP ?? "";
  if (address === "" || address === "None" || spec?.type === "ExternalName") return false;
  return metadata.labels?.[proxyNameLabel] === undefined;
}

/** Whether something on this machine alone can be at an address. */
export function isLoopback(host: string): boolean {
  return host.startsWith("127.") || host === "::1";
}

/** Whether connections to both go to the same place. */
export function isSameTarget(a: Target, b: Target): boolean {
  return a.host === b.host && a.port === b.port;
}
