import {
  formatAddressBlock,
  formatIp,
  formatIpv6,
  hasLeadingZeros,
  isBlockBase,
  isIpv4,
  parseAddressBlock,
  parseIp,
  quote,
} from "@kubewright/api/server";
import { isMapped } from "../validation/network/address-rules.ts";

/** What the client is told of an address that is not written as everybody should. */
export function ipWarnings(text: string, field: string): string[] {
  const address = parseIp(text);
  if (address === undefined) return [];
  if (hasLeadingZeros(text) || isMapped(text, address)) {
    return [`${field}: non-standard IP address ${quote(text)} is invalid: use ${quote(formatIp(address))}`];
  }
  const canonical = formatIpv6(address);
  if (isIpv4(address) || canonical === text) return [];
  return [`${field}: IPv6 address ${quote(text)} should be in RFC 5952 canonical format (${quote(canonical)})`];
}

/** What the client is told of a block of addresses that is not written as everybody should. */
export function blockWarnings(text: string, field: string): string[] {
  const block = parseAddressBlock(text);
  if (block === undefined) return [];
  const canonical = formatAddressBlock(block);
  const warnings: string[] = [];
  if (!isBlockBase(block)) {
    const single = `${formatIp(block.address)}/${block.addressLength}`;
    warnings.push(
      `${field}: CIDR value ${quote(text)} is ambiguous in this context (should be ${quote(canonical)} or ${quote(single)}?)`,
    );
  }
  if (block.hasLeadingZeros || isMapped(text, block.address)) {
    warnings.push(`${field}: non-standard CIDR value ${quote(text)} is invalid: use ${quote(canonical)}`);
  }
  if (warnings.length === 0 && !isIpv4(block.address) && canonical !== text) {
    warnings.push(
      `${field}: IPv6 CIDR value ${quote(text)} should be in RFC 5952 canonical format (${quote(canonical)})`,
    );
  }
  return warnings;
}
