import type { Service, ServicePort } from "@kubewright/api/core/v1";
import type { EndpointSlice } from "@kubewright/api/discovery/v1";

/** Where a connection to a service can go. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/**
 * Where new connections to a port of a service go: to its endpoints that are ready or, when there are none, to those that end but still
 * serve.
 *
 * A pod whose address is not of the loopback network is a simulated one: nothing is there.
 */
export function portTargets(slices: Iterable<EndpointSlice>, { name = "", protocol = "TCP" }: ServicePort): Target[] {
  const ready = new Map<string, Target>();
  const ending = new Map<string, Target>();
  for (const slice of slices) {
    const ports = (slice.ports ?? []).filter(
      (port) => (port.name ?? "") === name && (port.protocol ?? "TCP") === protocol,
    );
    for (const { port } of ports) {
      if (port === undefined) continue;
      for (const { addresses, conditions, targetRef } of slice.endpoints ?? []) {
        const [host] = addresses;
        if (host === undefined || (targetRef?.kind === "Pod" && !isLoopback(host))) continue;
        const isEnding = conditions?.terminating === true && conditions.serving !== false;
        const group = conditions?.ready !== false ? ready : isEnding ? ending : undefined;
        group?.set(`${host} ${port}`, { host, port });
      }
    }
  }
  return [...(ready.size > 0 ? ready : ending).values()];
}

/** Whether a service has an address at which it is forwarded. */
export function isForwarded({ spec }: Service): boolean {
  const address = spec?.clusterIP ?? "";
  return address !== "" && address !== "None" && spec?.type !== "ExternalName";
}

function isLoopback(host: string): boolean {
  return host.startsWith("127.") || host === "::1";
}
