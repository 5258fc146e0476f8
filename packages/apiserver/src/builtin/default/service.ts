import type { Service } from "@kubewright/api/core/v1";

const clientAffinitySeconds = 10_800;

/** Fills in what a service leaves out, but for addresses and ports, which are allocated. */
export function defaultService(service: Service): void {
  service.spec ??= {};
  const { spec } = service;
  spec.sessionAffinity ||= "None";
  if (spec.sessionAffinity === "None") delete spec.sessionAffinityConfig;
  else if (spec.sessionAffinity === "ClientIP" && spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: clientAffinitySeconds } };
  }
  spec.type ||= "ClusterIP";
  for (const port of spec.ports ?? []) {
    port.protocol ||= "TCP";
    port.targetPort ||= port.port;
  }
  const isExternal =
    spec.type === "LoadBalancer" ||
    spec.type === "NodePort" ||
    (spec.type === "ClusterIP" && (spec.externalIPs?.length ?? 0) > 0);
  if (isExternal) spec.externalTrafficPolicy ||= "Cluster";
  if (spec.type === "NodePort" || spec.type === "LoadBalancer" || spec.type === "ClusterIP") {
    spec.internalTrafficPolicy ??= "Cluster";
  }
  if (spec.type !== "LoadBalancer") return;
  spec.allocateLoadBalancerNodePorts ??= true;
  for (const ingress of service.status?.loadBalancer?.ingress ?? []) {
    if (ingress.ip) ingress.ipMode ??= "VIP";
  }
}
