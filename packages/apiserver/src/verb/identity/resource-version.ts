import { plainFailure, quote } from "@kubewright/api/server";
import type { ApiObject } from "../../resource-object.ts";

const maxVersion = 2n ** 64n - 1n;

/**
 * The version that an object says it has; 0 when it says none.
 *
 * Throws the 500 StatusError for what is no version, or gives what `whenUnreadable` does.
 */
export function resourceVersionOf(object: ApiObject, whenUnreadable: (text: string) => bigint = refuse): bigint {
  const text = object.metadata.resourceVersion ?? "";
  if (text === "") return 0n;
  if (!/^[0-9]+$/.test(text)) return whenUnreadable(text);
  const version = text.length < 16 ? BigInt(Number(text)) : BigInt(text);
  return version > maxVersion ? whenUnreadable(text) : version;
}

function refuse(text: string): never {
  const problem = /^[0-9]+$/.test(text) ? "value out of range" : "invalid syntax";
  throw plainFailure(`strconv.ParseUint: parsing ${quote(text)}: ${problem}`);
}
