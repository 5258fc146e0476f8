import { isIPv4 } from "node:net";
import { ApiServerError } from "../errors.ts";

/** The 4 or 16 bytes of an IP address in text form. */
export function ipAddressBytes(text: string): Uint8Array {
  if (isIPv4(text)) return Uint8Array.from(text.split("."), Number);
  // Not isIPv6 of node:net, whose pattern takes milliseconds to compile.
  const url = /^[0-9a-fA-F:.]+$/.test(text) ? `http://[${text}]` : "";
  if (!URL.canParse(url)) {
    throw new ApiServerError(
      "INVALID_CERTIFICATE",
      `ipAddresses: "${text}" is not an IP address; names go in dnsNames`,
    );
  }
  // The URL parser turns a dotted tail (::ffff:10.0.0.1) into hexadecimal groups.
  const canonical = new URL(url).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const before = groupsOf(head);
  const after = groupsOf(tail ?? "");
  const zeros = new Array<number>(8 - before.length - after.length).fill(0);
  return Uint8Array.from([...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff]));
}

function groupsOf(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}
