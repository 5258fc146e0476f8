import { ApiError } from "../errors.ts";
import { guardDepth } from "./depth-guard.ts";

/**
 * The JSON text of a value, in which each `bigint` is written as its digits.
 *
 * Otherwise as `JSON.stringify`: members that are `undefined` are left out, `toJSON` is honoured, and a number that is
 * not finite becomes `null`. Throws ApiError `INVALID_JSON` for a value that contains itself, that nests too deeply, or
 * that has no JSON form at all, such as `undefined`.
 */
export function stringifyJson(value: unknown): string {
  return guardDepth(() => stringify(value) ?? refuse(`a value of type ${typeof value} has no JSON form`));
}

function stringify(value: unknown): string | undefined {
  // A program may have given bigints a `toJSON` of its own, which would turn them into strings.
  if (!("toJSON" in BigInt.prototype)) {
    try {
      return JSON.stringify(value);
    } catch (error) {
      // What the engine throws for a bigint, and for a value that contains itself.
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return write(value, "", []);
}

/** The slow writer. `ancestors` are the containers on the way from the root to `input`. */
function write(input: unknown, key: string, ancestors: object[]): string | undefined {
  if (typeof input === "bigint") return input.toString();
  const value = hasToJson(input) ? input.toJSON(key) : input;
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null || isBoxed(value)) return JSON.stringify(value);

  if (ancestors.includes(value)) refuse(`the value contains itself at key ${JSON.stringify(key)}`);
  ancestors.push(value);
  const members: string[] = [];
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      members.push(write(value[index], String(index), ancestors) ?? "null");
    }
  } else {
    for (const [name, member] of Object.entries(value)) {
      const text = write(member, name, ancestors);
      if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
    }
  }
  ancestors.pop();
  return Array.isArray(value) ? `[${members.join(",")}]` : `{${members.join(",")}}`;
}

function hasToJson(value: unknown): value is { toJSON(key: string): unknown } {
  return typeof value === "object" && value !== null && "toJSON" in value && typeof value.toJSON === "function";
}

function isBoxed(value: object): boolean {
  return value instanceof Number || value instanceof String || value instanceof Boolean;
}

function refuse(problem: string): never {
  throw new ApiError("INVALID_JSON", problem);
}
