import { validateDns1123Subdomain } from "@kubewright/api";
import { quote } from "@kubewright/api/server";
import { formatIpAddress, parseIpAddress } from "../service/ip-address.ts";

/** For kinds whose rules are declared: they count bytes, and do not look at what a name is made from. */
export function subdomainOfBytes(name: string, { isPrefix }: { readonly isPrefix: boolean }): readonly string[] {
  if (isPrefix) return [];
  return validateDns1123Subdomain(name).map((text) => text.replace(/ characters$/, " bytes"));
}

/** For IPAddress objects, which are named by the address. */
export function addressName(name: string): readonly string[] {
  const address = parseIpAddress(name);
  if (address === undefined) return ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"];
  const canonical = formatIpAddress(address);
  return canonical === name ? [] : [`must be in canonical form (${quote(canonical)})`];
}
