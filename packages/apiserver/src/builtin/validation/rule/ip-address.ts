import { isIPv4, isIPv6 } from "node:net";
import type { StatusCause } from "@kubewright/api";
import { invalidField, quote } from "@kubewright/api/server";

/** Adds what is wrong with an address. */
export function checkIpAddress(value: string, field: string, causes: StatusCause[]): void {
  if (isIPv4(value)) return;
  if (looseIpv4(value) !== undefined) {
    causes.push(invalidField(field, value, "must not have leading 0s"));
  } else if (!isIPv6(value) || value.includes("%")) {
    const detail = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
    causes.push(invalidField(field, value, detail));
  } else if (isMapped(value)) {
    causes.push(invalidField(field, value, "must not be an IPv4-mapped IPv6 address"));
  }
}

/** What is told of a good address that is not written as it should be. */
export function ipAddressWarning(value: string, field: string): string | undefined {
  if (isIPv4(value) || !isIPv6(value) || value.includes("%")) return undefined;
  const canonical = canonicalIpv6(value);
  if (canonical === value) return undefined;
  return `${field}: IPv6 address ${quote(value)} should be in RFC 5952 canonical format (${quote(canonical)})`;
}

/** An address of four numbers that may begin with zeros. */
function looseIpv4(value: string): string | undefined {
  const parts = value.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,8}$/.test(part) && Number(part) <= 255)) return undefined;
  return parts.map(Number).join(".");
}

function isMapped(value: string): boolean {
  return canonicalIpv6(value).startsWith("::ffff:") && canonicalIpv6(value).split(":").length === 5;
}

function canonicalIpv6(value: string): string {
  return new URL(`http://[${value}]`).hostname.slice(1, -1);
}
