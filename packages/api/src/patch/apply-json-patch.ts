import { ApiError } from "../errors.ts";
import { cloneJson } from "../json/clone-json.ts";
import { jsonEqual } from "../json/json-equal.ts";
import { isJsonObject, type JsonObject, ownMember, setOwnMember } from "../json/own-member.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { byteLength } from "../text/byte-text.ts";
import { escapeHtml } from "../text/server-json.ts";
import type { JsonPatchOperation } from "./json-patch.ts";
import { parseJsonPointer } from "./json-pointer.ts";

/** How much a JSON patch may ask for. */
export interface JsonPatchLimits {
  /** How many operations a patch may have. @default any number */
  maxOperations?: number;
  /** How large all values that the patch copies may be together, as JSON text. @default any size */
  maxCopiedBytes?: number;
}

/** What the API server allows. */
export const serverJsonPatchLimits: Required<JsonPatchLimits> = {
  maxOperations: 10_000,
  maxCopiedBytes: 3 * 1024 * 1024,
};

/**
 * What a JSON patch makes of `target`. Neither argument is changed, and the result shares nothing with them.
 *
 * Does what the API server does, which is RFC 6902 but for these: an index may be negative and then counts from the end;
 * `replace` sets a member that was absent; `copy` of an absent member gives `null`; `test` for `null` holds for an absent
 * member; an absent `value` is `null`; the whole document can be replaced or tested, but not added, removed, moved or copied.
 * Unlike the server, which compares the text, `test` holds for numbers of equal value.
 *
 * Throws ApiError `INVALID_PATCH` for something that is no patch, `PATCH_TOO_LARGE` for too many operations, and `PATCH_CONFLICT`
 * where an operation does not apply or copies too much.
 */
export function applyJsonPatch<T extends object>(
  target: T,
  patch: readonly JsonPatchOperation[],
  limits: JsonPatchLimits = {},
): T {
  if (!Array.isArray(patch)) throw new ApiError("INVALID_PATCH", "a JSON patch is a list of operations");
  const { maxOperations = Number.POSITIVE_INFINITY, maxCopiedBytes = Number.POSITIVE_INFINITY } = limits;
  if (patch.length > maxOperations) {
    const text = `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${patch.length}`;
    throw new ApiError("PATCH_TOO_LARGE", text, { detail: text });
  }
  const document: Document = { root: cloneJson<object>(target), copyableBytes: maxCopiedBytes };
  for (const [index, operation] of (patch as readonly JsonPatchOperation[]).entries()) {
    try {
      applyOperation(document, operation);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw new ApiError(error.code, `JSON patch operation ${index}${describe(operation)}: ${error.message}`);
    }
  }
  return document.root as T;
}

interface Document {
  root: object;
  /** How much may still be copied. */
  copyableBytes: number;
}

/** A container of the document, and which of its members or items is meant. */
interface Place {
  readonly container: JsonObject | unknown[];
  readonly token: string;
}

/** Why an operation failed, before it is known which one it was. */
class Problem extends Error {
  readonly code: "INVALID_PATCH" | "PATCH_CONFLICT";

  constructor(code: "INVALID_PATCH" | "PATCH_CONFLICT", message: string) {
    super(message);
    this.code = code;
  }
}

function describe(operation: unknown): string {
  if (!isJsonObject(operation)) return "";
  const { op, from, path } = operation;
  const parts = [op, from, path].filter((part) => typeof part === "string" && part !== "");
  return parts.length === 0 ? "" : ` (${parts.join(" ")})`;
}

function applyOperation(document: Document, operation: JsonPatchOperation): void {
  if (!isJsonObject(operation)) throw new Problem("INVALID_PATCH", "is not an object");
  switch (operation.op) {
    case "add":
      insert(locate(document, requirePath(operation, "path")), cloneJson(operation.value ?? null));
      break;
    case "remove":
      remove(locate(document, requirePath(operation, "path")));
      break;
    case "replace":
      replace(document, requirePath(operation, "path"), cloneJson(operation.value ?? null));
      break;
    case "move": {
      const from = locate(document, requirePath(operation, "from"));
      const value = read(from);
      remove(from);
      insert(locate(document, requirePath(operation, "path")), value);
      break;
    }
    case "copy": {
      const value = read(locate(document, requirePath(operation, "from")));
      const to = locate(document, requirePath(operation, "path"));
      countCopy(document, value);
      insert(to, cloneJson(value ?? null));
      break;
    }
    case "test":
      test(document, requirePath(operation, "path"), cloneJson(operation.value ?? null));
      break;
    default:
      throw new Problem("INVALID_PATCH", "`op` must be add, remove, replace, move, copy or test");
  }
}

function countCopy(document: Document, value: unknown): void {
  if (value === undefined || value === null || document.copyableBytes === Number.POSITIVE_INFINITY) return;
  document.copyableBytes -= byteLength(escapeHtml(stringifyJson(value)));
  if (document.copyableBytes < 0) throw new Problem("PATCH_CONFLICT", "the values that the patch copies are too large");
}

function requirePath(operation: JsonObject, field: "path" | "from"): string {
  const path = operation[field];
  if (typeof path !== "string") throw new Problem("INVALID_PATCH", `\`${field}\` must be a JSON pointer`);
  return path;
}

function locate(document: Document, pointer: string): Place {
  const tokens = parseJsonPointer(pointer);
  const token = tokens.pop();
  if (token === undefined) throw new Problem("PATCH_CONFLICT", "the whole document can only be replaced or tested");
  let container: unknown = document.root;
  for (const step of tokens) {
    const next = isContainer(container) ? read({ container, token: step }) : undefined;
    if (!isContainer(next)) throw new Problem("PATCH_CONFLICT", `nothing at ${JSON.stringify(step)} to go into`);
    container = next;
  }
  return { container: container as Place["container"], token };
}

function isContainer(value: unknown): value is Place["container"] {
  return Array.isArray(value) || isJsonObject(value);
}

/** The value there; undefined for an absent member. An item must exist. */
function read({ container, token }: Place): unknown {
  return Array.isArray(container) ? container[existingIndex(container, token)] : ownMember(container, token);
}

function insert({ container, token }: Place, value: unknown): void {
  if (!Array.isArray(container)) {
    setOwnMember(container, token, value);
    return;
  }
  const index = token === "-" ? container.length : parseIndex(token, container.length + 1);
  if (index > container.length) throw outOfRange(token, container);
  container.splice(index, 0, value);
}

function remove({ container, token }: Place): void {
  if (Array.isArray(container)) {
    container.splice(existingIndex(container, token), 1);
  } else {
    if (!Object.hasOwn(container, token)) throw new Problem("PATCH_CONFLICT", "there is no such member");
    delete container[token];
  }
}

function replace(document: Document, pointer: string, value: unknown): void {
  if (pointer === "") {
    if (!isContainer(value)) throw new Problem("PATCH_CONFLICT", "the whole document must be an object or a list");
    document.root = value;
    return;
  }
  const { container, token } = locate(document, pointer);
  if (Array.isArray(container)) container[existingIndex(container, token)] = value;
  else setOwnMember(container, token, value);
}

function test(document: Document, pointer: string, expected: unknown): void {
  const actual = pointer === "" ? document.root : (read(locate(document, pointer)) ?? null);
  if (!jsonEqual(actual, expected)) throw new Problem("PATCH_CONFLICT", "the value there is another one");
}

function existingIndex(list: readonly unknown[], token: string): number {
  const index = parseIndex(token, list.length);
  if (index >= list.length) throw outOfRange(token, list);
  return index;
}

/** An index from 0; a negative one counts back from `end`. */
function parseIndex(token: string, end: number): number {
  if (!/^[+-]?[0-9]+$/.test(token)) throw new Problem("PATCH_CONFLICT", `${JSON.stringify(token)} is not an index`);
  const index = Number(token);
  if (index >= 0) return index;
  if (index < -end) throw new Problem("PATCH_CONFLICT", `index ${token} is before the start of the list`);
  return index + end;
}

function outOfRange(token: string, list: readonly unknown[]): Problem {
  return new Problem("PATCH_CONFLICT", `index ${token} is beyond the list, which has ${list.length} items`);
}
