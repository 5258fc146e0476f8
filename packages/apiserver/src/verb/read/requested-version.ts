import { quote } from "@kubewright/api/server";

/** A resource version that a client asks for. */
export interface RequestedVersion {
  /** Beyond all revisions where a number cannot say it exactly. */
  readonly revision: number;
  /** Its digits, without leading zeros. */
  readonly digits: string;
}

/** What `text` says: undefined for the empty text, revision 0 for `0`; or what is wrong with it, in the reference's words. */
export function parseRequestedVersion(text: string): RequestedVersion | undefined | { readonly problem: string } {
  if (text === "") return undefined;
  if (!/^\d+$/.test(text)) return { problem: problemWith(text, "invalid syntax") };
  const value = BigInt(text);
  if (BigInt.asUintN(64, value) !== value) return { problem: problemWith(text, "value out of range") };
  return { revision: Number(value), digits: value.toString() };
}

function problemWith(text: string, problem: string): string {
  return `resourceVersion: Invalid value: ${quote(text)}: strconv.ParseUint: parsing ${quote(text)}: ${problem}`;
}
