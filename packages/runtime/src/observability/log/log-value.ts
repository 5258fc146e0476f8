import { StatusError } from "@kubewright/api";
import { ClientError } from "@kubewright/client";
import { RuntimeError } from "../../errors.ts";

/** JSON, as log lines hold it. */
export type LogValue = string | number | boolean | null | readonly LogValue[] | { readonly [key: string]: LogValue };

/** The longest text, list or object of one field; what is beyond is counted, not written. */
const maxTextLength = 8192;
const maxItems = 100;
const maxDepth = 8;
/** Values in all fields of one line. */
const maxValues = 2000;

/**
 * Turns anything into JSON that is fit for a log: never throws, ends for circular values, and cuts what is huge.
 *
 * Kubernetes objects become references, so that what secrets hold stays out of logs; lists of them become counts.
 */
export class LogValueWriter {
  readonly #expectedStacks: boolean;
  #left = maxValues;
  /** From the outermost value to the one being written. */
  readonly #path: object[] = [];

  /** With `expectedStacks: false`, failures of the server, the client and the runtime, and their causes, have no stack. */
  constructor(options: { readonly expectedStacks?: boolean } = {}) {
    this.#expectedStacks = options.expectedStacks ?? true;
  }

  /** Undefined for what a JSON object would leave out. */
  write(value: unknown): LogValue | undefined {
    switch (typeof value) {
      case "string":
        return cut(value);
      case "number":
        return Number.isFinite(value) ? value : String(value);
      case "boolean":
        return value;
      case "bigint":
      case "symbol":
        return cut(String(value));
      case "function":
        return `[Function${value.name && ` ${value.name}`}]`;
      case "undefined":
        return undefined;
      default:
        return value === null ? null : this.#writeObject(value as object);
    }
  }

  /** The members of an object, each made fit. An Error is one member, `err`. */
  writeFields(fields: object): Record<string, LogValue> {
    try {
      if (fields instanceof Error) return { err: this.#writeObject(fields) };
      return this.#kubernetes(fields) ?? this.#membersOf(fields);
    } catch (error) {
      return { fields: unreadable(error) };
    }
  }

  #writeObject(value: object): LogValue {
    if (this.#path.includes(value)) return "[Circular]";
    if (this.#path.length >= maxDepth || this.#left <= 0) return Array.isArray(value) ? "[Array]" : "[Object]";
    this.#left--;
    this.#path.push(value);
    try {
      return this.#shape(value);
    } catch (error) {
      return unreadable(error);
    } finally {
      this.#path.pop();
    }
  }

  #shape(value: object): LogValue {
    if (value instanceof Error) return this.#error(value);
    if (Array.isArray(value)) return this.#items(value, value.length);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
      return `[${value.constructor.name}, ${value.byteLength} bytes]`;
    }
    if (value instanceof Map) return this.#members(entriesOfMap(value), value.size);
    if (value instanceof Set) return this.#items(value, value.size);
    const reference = this.#kubernetes(value);
    if (reference !== undefined) return reference;
    if ("toJSON" in value && typeof value.toJSON === "function") return this.write(value.toJSON()) ?? null;
    return this.#membersOf(value);
  }

  #membersOf(value: object): Record<string, LogValue> {
    const keys = Object.keys(value);
    return this.#members(entriesOf(value, keys), keys.length);
  }

  #kubernetes(value: object): Record<string, LogValue> | undefined {
    const { apiVersion, kind, metadata, items } = value as Record<string, unknown>;
    const isObject = typeof kind === "string" && typeof apiVersion === "string";
    if (typeof metadata !== "object" || metadata === null) {
      if (!isObject) return undefined;
      return "of" in value && "is" in value ? { apiVersion, kind } : this.#membersOf(plainPartOf(value));
    }
    const { namespace, name, generateName } = metadata as Record<string, unknown>;
    if (!isObject && typeof name !== "string") return this.#membersOf(withoutData(value));
    return this.#membersOf({
      apiVersion,
      kind,
      namespace,
      name: name ?? generateName,
      items: Array.isArray(items) ? items.length : undefined,
    });
  }

  #error(error: Error): LogValue {
    const { code, reason, errors } = error as { code?: unknown; reason?: unknown; errors?: unknown };
    const plain = (value: unknown) => (typeof value === "string" || typeof value === "number" ? value : undefined);
    return this.#membersOf({
      message: error.message,
      code: plain(code),
      reason: plain(reason),
      stack: this.#expectedStacks || !this.#path.some(isExpected) ? error.stack : undefined,
      cause: error.cause,
      errors: Array.isArray(errors) ? errors : undefined,
    });
  }

  #items(list: Iterable<unknown>, size: number): LogValue {
    const items: LogValue[] = [];
    for (const item of list) {
      if (items.length === maxItems || --this.#left <= 0) break;
      items.push(this.write(item) ?? null);
    }
    if (items.length < size) items.push(`[${size - items.length} more]`);
    return items;
  }

  #members(entries: Iterable<readonly [string, unknown]>, size: number): Record<string, LogValue> {
    const members: [string, LogValue][] = [];
    let written = 0;
    for (const [key, item] of entries) {
      if (written === maxItems || --this.#left <= 0) break;
      written++;
      const value = this.write(item);
      if (value !== undefined) members.push([key, value]);
    }
    if (written < size) members.push(["…", `[${size - written} more]`]);
    return Object.fromEntries(members);
  }
}

/** An error for a log line of any level where its message tells all: without stack if the server, the client or the runtime failed. */
export function withoutExpectedStack(error: unknown): LogValue {
  return new LogValueWriter({ expectedStacks: false }).write(error) ?? "undefined";
}

function* entriesOf(value: object, keys: readonly string[]): Generator<readonly [string, unknown]> {
  for (const key of keys) yield [key, (value as Record<string, unknown>)[key]];
}

function* entriesOfMap(map: ReadonlyMap<unknown, unknown>): Generator<readonly [string, unknown]> {
  for (const [key, item] of map) yield [String(key), item];
}

/** What a reference has, and nothing that an object may hide. */
function plainPartOf(value: object): object {
  return Object.fromEntries(
    Object.entries(value).filter(([, part]) => typeof part === "string" || typeof part === "boolean"),
  );
}

/** Of what may be part of a Secret: a patch, say. */
function withoutData(value: object): object {
  const { data: _, stringData: __, binaryData: ___, ...rest } = value as Record<string, unknown>;
  return rest;
}

/** Says what state the world is in, so that its message tells all; where it was noticed does not matter. */
function isExpected(error: object): boolean {
  return error instanceof StatusError || error instanceof ClientError || error instanceof RuntimeError;
}

function cut(text: string): string {
  if (text.length <= maxTextLength) return text;
  return `${text.slice(0, maxTextLength).replace(/[\uD800-\uDBFF]$/, "")}… [${text.length - maxTextLength} more characters]`;
}

function unreadable(error: unknown): string {
  try {
    return `[unreadable: ${error instanceof Error ? cut(error.message) : String(error)}]`;
  } catch {
    return "[unreadable]";
  }
}
