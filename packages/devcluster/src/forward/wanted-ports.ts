import type { Service, ServicePort } from "@kubewright/api/core/v1";
import type { Affinity } from "./target-picker.ts";

/** At which a service is to be reached. */
export interface WantedPort {
  readonly host: string;
  readonly port: number;
  readonly protocol: "TCP" | "UDP";
  readonly isNodePort: boolean;
  readonly servicePort: ServicePort;
}

const nodePortHost = "127.0.0.1";
const defaultAffinitySeconds = 10_800;

/** Every port at which a service is to be reached when its own address is `address`, by a key that stays while the port does. */
export function wantedPorts({ spec }: Service, address: string): Map<string, WantedPort> {
  const wanted = new Map<string, WantedPort>();
  for (const servicePort of spec?.ports ?? []) {
    const { port, nodePort = 0, protocol = "TCP" } = servicePort;
    if (protocol !== "TCP" && protocol !== "UDP") continue;
    const shared = { protocol, servicePort } as const;
    wanted.set(clusterPortKey(port, protocol), { ...shared, host: address, port, isNodePort: false });
    if (nodePort === 0) continue;
    wanted.set(`node ${protocol} ${nodePort}`, { ...shared, host: nodePortHost, port: nodePort, isNodePort: true });
  }
  return wanted;
}

export function clusterPortKey(port: number, protocol: string): string {
  return `cluster ${protocol} ${port}`;
}

/** Ports of a service that no forwarder can serve. */
export function unsupportedPorts({ spec }: Service): ServicePort[] {
  return (spec?.ports ?? []).filter(({ protocol = "TCP" }) => protocol !== "TCP" && protocol !== "UDP");
}

export function affinityOf({ spec }: Service): Affinity {
  if (spec?.sessionAffinity !== "ClientIP") return undefined;
  return (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? defaultAffinitySeconds) * 1000;
}
