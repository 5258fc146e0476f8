import { canonicalBase64 } from "./custom-value.ts";
import { DecodeError } from "./decode-error.ts";
import { decodeCustomValue } from "./decode-object.ts";
import type { GoMap, GoScalar, GoSlice, GoStruct, GoType } from "./go-type.ts";

/**
 * What the reference says of an object that a strategic merge patch has given values of wrong types; undefined if it accepts them.
 *
 * It does not read such objects from JSON, so that it says something else than `decodeObject` does of the same value: the first thing in the order of
 * the fields, without saying where.
 */
export function restoreError(value: unknown, type: GoStruct): string | undefined {
  try {
    restore(value, type);
    return undefined;
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}

function restore(value: unknown, type: GoType): void {
  if (value === null || value === undefined) return;
  switch (type.kind) {
    case "struct":
      restoreStruct(value, type);
      break;
    case "map":
      restoreMap(value, type);
      break;
    case "slice":
      restoreSlice(value, type);
      break;
    case "bytes":
      restoreBytes(value);
      break;
    case "custom":
      decodeCustomValue(value, type);
      break;
    default:
      restoreScalar(value, type);
  }
}

function restoreStruct(value: unknown, { members }: GoStruct): void {
  if (!isObject(value)) throw new DecodeError(`cannot restore struct from: ${kindOf(value)}`);
  for (const member of members) restore(member.name === "" ? value : value[member.name], member.type);
}

function restoreMap(value: unknown, { element }: GoMap): void {
  if (!isObject(value)) throw new DecodeError(`cannot restore map from ${kindOf(value)}`);
  for (const key of Object.keys(value)) restore(value[key], element);
}

function restoreSlice(value: unknown, { element }: GoSlice): void {
  if (!Array.isArray(value)) throw new DecodeError(`cannot restore slice from ${kindOf(value)}`);
  for (const item of value) restore(item, element);
}

function restoreBytes(value: unknown): void {
  if (Array.isArray(value)) return;
  if (typeof value !== "string") throw new DecodeError(`cannot restore slice from ${kindOf(value)}`);
  try {
    canonicalBase64(value);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new DecodeError(`error decoding from json: ${error.message}`, { cause: error });
  }
}

function restoreScalar(value: unknown, { kind, text }: GoScalar): void {
  const source = kindOf(value);
  const isNumber = kind === "int32" || kind === "int64" || kind === "float64";
  if (source === kind || (source === "int64" && isNumber)) return;
  // Numbers turn into characters in Go, which the reference does not want and tells apart from what cannot be done at all.
  if ((source === "int64" && kind === "string") || (source === "float64" && isNumber)) {
    throw new DecodeError(`cannot convert ${source} to ${text}`);
  }
  throw new DecodeError(`unrecognized type: ${kind}`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What Go calls the kind of a value that came from JSON. */
function kindOf(value: unknown): string {
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "bigint":
      return "int64";
    case "number":
      return Number.isInteger(value) ? "int64" : "float64";
    case "object":
      return Array.isArray(value) ? "slice" : "map";
    default:
      return "string";
  }
}
