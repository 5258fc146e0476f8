import { quote } from "@kubewright/api/server";
import { formatIpAddress, networkOf, parseIpAddress } from "../service/ip-address.ts";

const dotted = /^(?:::ffff:)?(?:\d{1,3}\.){3}\d{1,3}$/i;

/** Warnings for an address that is valid, but not written as it should be. */
export function addressWarnings(path: string, value: string): string[] {
  const address = parseIpAddress(value);
  if (address?.family === "IPv4") return [];
  // With leading zeros, or as an IPv6 address.
  if (dotted.test(value)) {
    const plain = value
      .replace(/^::ffff:/i, "")
      .split(".")
      .map(Number);
    if (plain.some((part) => part > 255)) return [];
    return [`${path}: non-standard IP address ${quote(value)} is invalid: use ${quote(plain.join("."))}`];
  }
  if (address === undefined) return [];
  const canonical = formatIpAddress(address);
  if (canonical === value) return [];
  return [`${path}: IPv6 address ${quote(value)} should be in RFC 5952 canonical format (${quote(canonical)})`];
}

/** The same for a block of addresses. */
export function blockWarnings(path: string, value: string): string[] {
  const [text = "", prefix = ""] = value.split("/");
  const address = parseIpAddress(text);
  const maxBits = address?.family === "IPv4" ? 32 : 128;
  if (address === undefined || !/^\d{1,3}$/.test(prefix) || Number(prefix) > maxBits) return [];
  const network = networkOf(address, Number(prefix));
  const canonical = `${formatIpAddress(network)}/${Number(prefix)}`;
  if (network.number !== address.number) {
    const single = `${formatIpAddress(address)}/${maxBits}`;
    return [
      `${path}: CIDR value ${quote(value)} is ambiguous in this context (should be ${quote(canonical)} or ${quote(single)}?)`,
    ];
  }
  if (address.family === "IPv4" || canonical === value) return [];
  return [`${path}: IPv6 CIDR value ${quote(value)} should be in RFC 5952 canonical format (${quote(canonical)})`];
}
