import type { StatusCause } from "@kubewright/api";
import {
  formatIp,
  hasLeadingZeros,
  type IpBytes,
  invalidField,
  isBlockBase,
  isIpv4,
  parseAddressBlock,
  parseIp,
  quote,
} from "@kubewright/api/server";

/** What is said of an endpoint that only its own machine could reach. */
export const loopbackProblem = "may not be in the loopback range (127.0.0.0/8, ::1/128)";

/** Adds what is wrong with an address in a field that once took more than it should. Texts that are `known` stay good. */
export function checkOlderIp(text: string, field: string, causes: StatusCause[], known?: ReadonlySet<string>): void {
  if (!known?.has(text)) addProblems(ipProblems(text), text, field, causes);
}

/** Adds what is wrong with an address in a field that takes only the text that everybody should write. */
export function checkIp(text: string, field: string, causes: StatusCause[]): void {
  addProblems(strictIpProblems(text), text, field, causes);
}

/** What is wrong with an address that should be the text that everybody should write. */
export function strictIpProblems(text: string): string[] {
  const problems = ipProblems(text);
  if (problems.length > 0) return problems;
  const canonical = formatIp(parseIp(text) as IpBytes);
  return text === canonical ? [] : [`must be in canonical form (${quote(canonical)})`];
}

/** Adds what is wrong with a block of addresses in a field that once took more than it should. Texts that are `known` stay good. */
export function checkOlderBlock(text: string, field: string, causes: StatusCause[], known?: ReadonlySet<string>): void {
  if (!known?.has(text)) addProblems(blockProblems(text), text, field, causes);
}

/** Adds what is wrong with the address of an endpoint, or of the outside of a service: some addresses mean something else. */
export function checkEndpointIp(text: string, field: string, causes: StatusCause[]): void {
  const address = parseIp(text);
  addProblems(address ? endpointProblems(address, text) : ["must be a valid IP address"], text, field, causes);
}

function addProblems(problems: readonly string[], text: string, field: string, causes: StatusCause[]): void {
  for (const problem of problems) causes.push(invalidField(field, text, problem));
}

function endpointProblems(address: IpBytes, text: string): string[] {
  const problems: string[] = [];
  if (isUnspecified(address)) problems.push(`may not be unspecified (${text})`);
  if (isLoopback(address)) problems.push(loopbackProblem);
  if (isLinkLocal(address)) problems.push("may not be in the link-local range (169.254.0.0/16, fe80::/10)");
  if (isLinkLocalMulticast(address)) {
    problems.push("may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
  }
  return problems;
}

function ipProblems(text: string): string[] {
  const address = parseIp(text);
  if (address === undefined) return ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"];
  const problems: string[] = [];
  if (hasLeadingZeros(text)) problems.push("must not have leading 0s");
  else if (isMapped(text, address)) problems.push("must not be an IPv4-mapped IPv6 address");
  return problems;
}

function blockProblems(text: string): string[] {
  const block = parseAddressBlock(text);
  if (block === undefined) return ["must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"];
  if (block.hasLeadingZeros) return ["must not have leading 0s in IP or prefix length"];
  if (isMapped(text, block.address)) return ["must not have an IPv4-mapped IPv6 address"];
  return isBlockBase(block) ? [] : ["must not have bits set beyond the prefix length"];
}

/** Whether an address of IPv4 is written as one of IPv6. */
export function isMapped(text: string, address: IpBytes): boolean {
  return text.includes(":") && isIpv4(address);
}

function isUnspecified(address: IpBytes): boolean {
  return address.slice(isIpv4(address) ? 12 : 0).every((byte) => byte === 0);
}

function isLoopback(address: IpBytes): boolean {
  if (isIpv4(address)) return address[12] === 127;
  return address[15] === 1 && address.slice(0, 15).every((byte) => byte === 0);
}

function isLinkLocal(address: IpBytes): boolean {
  if (isIpv4(address)) return address[12] === 169 && address[13] === 254;
  return address[0] === 0xfe && ((address[1] as number) & 0xc0) === 0x80;
}

function isLinkLocalMulticast(address: IpBytes): boolean {
  if (isIpv4(address)) return address[12] === 224 && address[13] === 0 && address[14] === 0;
  return address[0] === 0xff && ((address[1] as number) & 0x0f) === 0x02;
}
