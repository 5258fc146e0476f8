import type { Pod } from "@kubewright/api/core/v1";

/** A port of its node that a pod takes. */
export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

export function hostPortsOf({ spec }: Pod): HostPort[] {
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
  return [...spec.containers, ...sidecars].flatMap(({ ports }) =>
    (ports ?? [])
      .filter(({ hostPort }) => (hostPort ?? 0) > 0)
      .map(({ hostIP, protocol, hostPort }) => ({
        ip: hostIP || "0.0.0.0",
        protocol: protocol ?? "TCP",
        port: hostPort!,
      })),
  );
}

/** Whether two pods cannot both have their ports. */
export function haveConflict(some: readonly HostPort[], others: readonly HostPort[]): boolean {
  return some.some((a) =>
    others.some(
      (b) =>
        a.port === b.port && a.protocol === b.protocol && (a.ip === b.ip || a.ip === "0.0.0.0" || b.ip === "0.0.0.0"),
    ),
  );
}
