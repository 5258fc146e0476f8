import type { Pod, Service } from "@kubewright/api/core/v1";

export type AddressType = "IPv4" | "IPv6";

/** The types of addresses that a service has. */
export function addressTypesOf({ spec }: Service): AddressType[] {
  const families = (spec?.ipFamilies ?? []).filter((family) => family === "IPv4" || family === "IPv6");
  return families.length > 0 ? families : ["IPv4"];
}

/** The addresses of a pod that are of one type. */
export function addressesOf({ status }: Pod, type: AddressType): string[] {
  const all = status?.podIPs?.map(({ ip }) => ip) ?? [];
  return all.filter((ip) => ip.includes(":") === (type === "IPv6")).sort();
}
