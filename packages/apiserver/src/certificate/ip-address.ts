import { hasLeadingZeros, parseIp } from "@kubewright/api/server";
import { ApiServerError } from "../errors.ts";

/** The 4 or 16 bytes of an IP address in text form. */
export function ipAddressBytes(text: string): Uint8Array {
  const bytes = parseIp(text);
  if (bytes === undefined || hasLeadingZeros(text)) {
    throw new ApiServerError(
      "INVALID_CERTIFICATE",
      `ipAddresses: "${text}" is not an IP address; names go in dnsNames`,
    );
  }
  return Uint8Array.from(text.includes(":") ? bytes : bytes.slice(12));
}
