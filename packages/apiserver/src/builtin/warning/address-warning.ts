import { isIPv4, isIPv6 } from "node:net";
import { quote } from "@kubewright/api/server";
import { canonicalAddress } from "../service/address-range.ts";

const leadingZeros = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const mapped = /^::ffff:(?:\d{1,3}\.){3}\d{1,3}$/i;

/** Warnings for an address that is valid, but not written as it should be. */
export function addressWarnings(path: string, value: string): string[] {
  if (isIPv4(value)) return [];
  if (leadingZeros.test(value) || mapped.test(value)) {
    const plain = value
      .replace(/^::ffff:/i, "")
      .split(".")
      .map(Number);
    if (plain.some((part) => part > 255)) return [];
    return [`${path}: non-standard IP address ${quote(value)} is invalid: use ${quote(plain.join("."))}`];
  }
  if (!isIPv6(value)) return [];
  const canonical = canonicalAddress(value);
  if (canonical === value) return [];
  return [`${path}: IPv6 address ${quote(value)} should be in RFC 5952 canonical format (${quote(canonical)})`];
}

/** The same for a block of addresses. */
export function blockWarnings(path: string, value: string): string[] {
  const [address = "", prefix = ""] = value.split("/");
  if (!isIPv4(address) && !isIPv6(address)) return [];
  const bits = Number(prefix);
  const network = canonicalAddress(address, bits);
  if (network !== canonicalAddress(address)) {
    const single = `${canonicalAddress(address)}/${isIPv4(address) ? 32 : 128}`;
    const proper = `${network}/${bits}`;
    return [
      `${path}: CIDR value ${quote(value)} is ambiguous in this context (should be ${quote(proper)} or ${quote(single)}?)`,
    ];
  }
  const canonical = `${network}/${bits}`;
  if (isIPv4(address) || canonical === value) return [];
  return [`${path}: IPv6 CIDR value ${quote(value)} should be in RFC 5952 canonical format (${quote(canonical)})`];
}
