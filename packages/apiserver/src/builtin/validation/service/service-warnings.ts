import type { Service } from "@kubewright/api/core/v1";
import { blockWarnings, ipWarnings } from "../network/address-rules.ts";

const hintsAnnotation = "service.kubernetes.io/topology-aware-hints";
const modeAnnotation = "service.kubernetes.io/topology-mode";

/** What the client is told of a service that is good. */
export function serviceWarnings(service: Service): string[] {
  const { spec = {} } = service;
  const { clusterIP = "", externalIPs = [], loadBalancerIP = "" } = spec;
  const isExternalName = spec.type === "ExternalName";
  const isHeadless = spec.type === "ClusterIP" && clusterIP === "None";
  const warnings: string[] = [];
  if (service.metadata.annotations?.[hintsAnnotation] !== undefined) {
    warnings.push(`annotation ${hintsAnnotation} is deprecated, please use ${modeAnnotation} instead`);
  }
  if (clusterIP !== "" && clusterIP !== "None") {
    for (const [index, address] of (spec.clusterIPs ?? []).entries()) {
      warnings.push(...ipWarnings(address, `spec.clusterIPs[${index}]`));
    }
  }
  if (isHeadless) {
    if (loadBalancerIP !== "") warnings.push("spec.loadBalancerIP is ignored for headless services");
    if (externalIPs.length > 0) warnings.push("spec.externalIPs is ignored for headless services");
    if (spec.sessionAffinity !== "None") warnings.push("spec.SessionAffinity is ignored for headless services");
  }
  for (const [index, address] of externalIPs.entries()) {
    warnings.push(...ipWarnings(address, `spec.externalIPs[${index}]`));
  }
  if (externalIPs.length > 0 && !isHeadless && !isExternalName) {
    warnings.push("spec.externalIPs is deprecated and may no longer be implemented in some clusters");
  }
  warnings.push(...ipWarnings(loadBalancerIP, "spec.loadBalancerIP"));
  for (const [index, block] of (spec.loadBalancerSourceRanges ?? []).entries()) {
    warnings.push(...blockWarnings(block, `spec.loadBalancerSourceRanges[${index}]`));
  }
  if (isExternalName && externalIPs.length > 0) {
    warnings.push('spec.externalIPs is ignored when spec.type is "ExternalName"');
  }
  if (!isExternalName && spec.externalName) {
    warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"');
  }
  if (spec.trafficDistribution === "PreferClose") {
    warnings.push('spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"');
  }
  return warnings;
}

/** What the client is told of where a load balancer is. */
export function loadBalancerWarnings({ status }: Service): string[] {
  const ingress = status?.loadBalancer?.ingress ?? [];
  return ingress.flatMap(({ ip = "" }, index) => ipWarnings(ip, `status.loadBalancer.ingress[${index}]`));
}
