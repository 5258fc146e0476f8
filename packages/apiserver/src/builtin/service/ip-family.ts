import { isIpv4, parseIp } from "@kubewright/api/server";

/** A family of addresses. */
export type IpFamily = "IPv4" | "IPv6";

/** The family of an address; undefined for what is no address. */
export function familyOf(text: string): IpFamily | undefined {
  const address = parseIp(text);
  return address && (isIpv4(address) ? "IPv4" : "IPv6");
}
