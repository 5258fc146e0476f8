import { validateDns1123Subdomain } from "@kubewright/api";
import { strictIpProblems } from "../validation/network/address-rules.ts";

/** For kinds whose rules are declared: they count bytes, and do not look at what a name is made from. */
export function subdomainOfBytes(name: string, { isPrefix }: { readonly isPrefix: boolean }): readonly string[] {
  if (isPrefix) return [];
  return validateDns1123Subdomain(name).map((text) => text.replace(/ characters$/, " bytes"));
}

/** For IPAddress objects, which are named by the address. */
export function addressName(name: string): readonly string[] {
  return strictIpProblems(name);
}
