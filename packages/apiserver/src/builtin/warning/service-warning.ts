import type { Service } from "@kubewright/api/core/v1";
import { quote } from "@kubewright/api/server";
import type { ApiObject } from "../../resource-object.ts";
import { blockWarnings, ipWarnings } from "./address-warning.ts";

/** What writers of services are told. */
export function serviceWarnings(object: ApiObject): string[] {
  const { metadata, spec = {} } = object as unknown as Service;
  const isHeadless = spec.type === "ClusterIP" && spec.clusterIP === "None";
  const hasExternal = (spec.externalIPs?.length ?? 0) > 0;
  const hints = "service.kubernetes.io/topology-aware-hints";
  const texts: string[] = [];
  if (metadata.annotations?.[hints] !== undefined) {
    texts.push(`annotation ${hints} is deprecated, please use service.kubernetes.io/topology-mode instead`);
  }
  if (spec.clusterIP && spec.clusterIP !== "None") {
    for (const [index, address] of (spec.clusterIPs ?? []).entries()) {
      texts.push(...ipWarnings(address, `spec.clusterIPs[${index}]`));
    }
  }
  if (isHeadless) {
    if (spec.loadBalancerIP) texts.push("spec.loadBalancerIP is ignored for headless services");
    if (hasExternal) texts.push("spec.externalIPs is ignored for headless services");
    if (spec.sessionAffinity !== "None") texts.push("spec.SessionAffinity is ignored for headless services");
  }
  for (const [index, address] of (spec.externalIPs ?? []).entries()) {
    texts.push(...ipWarnings(address, `spec.externalIPs[${index}]`));
  }
  if (hasExternal && !isHeadless && spec.type !== "ExternalName") {
    texts.push("spec.externalIPs is deprecated and may no longer be implemented in some clusters");
  }
  if (spec.loadBalancerIP) texts.push(...ipWarnings(spec.loadBalancerIP, "spec.loadBalancerIP"));
  for (const [index, block] of (spec.loadBalancerSourceRanges ?? []).entries()) {
    texts.push(...blockWarnings(block, `spec.loadBalancerSourceRanges[${index}]`));
  }
  if (spec.type === "ExternalName" && hasExternal) {
    texts.push('spec.externalIPs is ignored when spec.type is "ExternalName"');
  }
  if (spec.type !== "ExternalName" && spec.externalName) {
    texts.push('spec.externalName is ignored when spec.type is not "ExternalName"');
  }
  if (spec.trafficDistribution === "PreferClose") {
    texts.push(`spec.trafficDistribution: ${quote("PreferClose")} is deprecated; use ${quote("PreferSameZone")}`);
  }
  return texts;
}

/** What writers of the status of services and ingresses are told. */
export function serviceStatusWarnings(object: ApiObject): string[] {
  const ingress = (object as unknown as Service).status?.loadBalancer?.ingress ?? [];
  return ingress.flatMap(({ ip = "" }, index) => ipWarnings(ip, `status.loadBalancer.ingress[${index}]`));
}
