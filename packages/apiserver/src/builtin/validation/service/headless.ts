import type { ServiceSpec } from "@kubewright/api/core/v1";

/** Whether `None` is the one address of a service. */
export function isHeadlessSpec({ clusterIPs }: ServiceSpec): boolean {
  return clusterIPs?.length === 1 && clusterIPs[0] === "None";
}
