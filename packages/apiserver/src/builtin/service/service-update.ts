import type { Service, ServiceSpec } from "@kubewright/api/core/v1";
import {
  isExternallyAccessible,
  needsAddress,
  needsHealthCheckPort,
  needsNodePorts,
  sameTexts,
  specOf,
} from "./service-kind.ts";

/** Gives a service back what was allocated for it and what the writer, who may not know of it, left out. */
export function keepAllocated(service: Service, old: Service): void {
  const spec = specOf(service);
  const oldSpec = specOf(old);
  if (needsAddress(oldSpec) && needsAddress(spec)) {
    if (!spec.clusterIP && oldSpec.clusterIP !== undefined) spec.clusterIP = oldSpec.clusterIP;
    if ((spec.clusterIPs?.length ?? 0) === 0 && oldSpec.clusterIPs !== undefined)
      spec.clusterIPs = [...oldSpec.clusterIPs];
  }
  if (needsNodePorts(oldSpec) && needsNodePorts(spec)) keepNodePorts(spec, oldSpec);
  if (needsHealthCheckPort(oldSpec) && needsHealthCheckPort(spec) && !spec.healthCheckNodePort) {
    if (oldSpec.healthCheckNodePort !== undefined) spec.healthCheckNodePort = oldSpec.healthCheckNodePort;
  }
}

/** `clusterIP` is the first of `clusterIPs`; writers that know only one of them mean both. */
export function alignAddresses(service: Service, old: Service | undefined): void {
  const spec = specOf(service);
  if (old === undefined) {
    if (spec.clusterIP && (spec.clusterIPs?.length ?? 0) === 0) spec.clusterIPs = [spec.clusterIP];
    return;
  }
  const oldSpec = specOf(old);
  const isSame = (spec.clusterIP ?? "") === (oldSpec.clusterIP ?? "");
  if (isSame) {
    if ((spec.clusterIPs?.length ?? 0) === 0 && oldSpec.clusterIPs !== undefined)
      spec.clusterIPs = [...oldSpec.clusterIPs];
  } else if (sameTexts(spec.clusterIPs, oldSpec.clusterIPs)) {
    if (oldSpec.clusterIP && !spec.clusterIP) delete spec.clusterIPs;
    else spec.clusterIPs = [spec.clusterIP ?? ""];
  }
}

/** Drops what does not belong to the new type of a service, unless the writer changed it, which validation refuses then. */
export function dropOldFields(service: Service, old: Service): void {
  const spec = specOf(service);
  const oldSpec = specOf(old);
  if (needsAddress(oldSpec) && !needsAddress(spec)) {
    if ((spec.clusterIP ?? "") === (oldSpec.clusterIP ?? "") && sameTexts(spec.clusterIPs, oldSpec.clusterIPs)) {
      delete spec.clusterIP;
      delete spec.clusterIPs;
    }
    if (sameTexts(spec.ipFamilies, oldSpec.ipFamilies)) delete spec.ipFamilies;
    if (spec.ipFamilyPolicy === oldSpec.ipFamilyPolicy) delete spec.ipFamilyPolicy;
  }
  if (needsNodePorts(oldSpec) && !needsNodePorts(spec)) dropNodePorts(spec, oldSpec);
  if (needsHealthCheckPort(oldSpec) && !needsHealthCheckPort(spec)) dropSame(spec, oldSpec, "healthCheckNodePort");
  if (oldSpec.type === "LoadBalancer" && spec.type !== "LoadBalancer") {
    dropSame(spec, oldSpec, "allocateLoadBalancerNodePorts");
    dropSame(spec, oldSpec, "loadBalancerClass");
  }
  if (isExternallyAccessible(oldSpec) && !isExternallyAccessible(spec))
    dropSame(spec, oldSpec, "externalTrafficPolicy");
  if (spec.type !== "LoadBalancer") service.status = { ...service.status, loadBalancer: {} };
}

function keepNodePorts(spec: ServiceSpec, old: ServiceSpec): void {
  const kept = nodePortsIn(spec);
  const used = new Set([...nodePortsIn(old)].filter((port) => kept.has(port)));
  const byName = new Map((old.ports ?? []).map(({ name, nodePort }) => [name ?? "", nodePort ?? 0]));
  for (const port of spec.ports ?? []) {
    const known = byName.get(port.name ?? "") ?? 0;
    if (!port.nodePort && known !== 0 && !used.has(known)) port.nodePort = known;
  }
}

function dropNodePorts(spec: ServiceSpec, old: ServiceSpec): void {
  const known = nodePortsIn(old);
  if ([...nodePortsIn(spec)].some((port) => !known.has(port))) return;
  for (const port of spec.ports ?? []) delete port.nodePort;
}

function nodePortsIn({ ports }: ServiceSpec): Set<number> {
  return new Set((ports ?? []).map(({ nodePort }) => nodePort ?? 0).filter((port) => port !== 0));
}

function dropSame(spec: ServiceSpec, old: ServiceSpec, name: keyof ServiceSpec): void {
  if (spec[name] === old[name]) delete spec[name];
}
