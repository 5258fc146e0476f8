import { ApiError } from "../../errors.ts";
import { isJsonObject, type JsonObject } from "../../json/own-member.ts";
import { stringifyJson } from "../../json/stringify-json.ts";
import { escapeHtml } from "../../text/server-json.ts";
import { FieldSet, FieldSetBuilder } from "./field-set.ts";
import { keyElement, type PathElement } from "./path-element.ts";

/** What sets that were written lately, whole or below an element, look like, by a number that equal ones have. */
export interface KnownEncodings {
  get(key: number): KnownEncoding | undefined;
  set(key: number, encoding: KnownEncoding): void;
}

export interface KnownEncoding {
  readonly fields: FieldSet;
  readonly isMember: boolean;
  readonly encoded: JsonObject;
}

/** The set as `fieldsV1` of managedFields has it, keys in order. Frozen, so that objects can share it, or parts of it that are `known`. */
export function fieldsV1Of(fields: FieldSet, known?: KnownEncodings): JsonObject {
  return encode(fields, false, known);
}

/** What stands for a member below which there is nothing. */
const nothingBelow: JsonObject = Object.freeze({});

/** Smaller sets below an element are not worth looking for. */
const leastKnown = 2;

function encode(fields: FieldSet, isMember: boolean, known: KnownEncodings | undefined): JsonObject {
  if (known === undefined) return encodeNew(fields, isMember, known);
  const key = isMember ? ~fields.hash : fields.hash;
  const found = known.get(key);
  if (found !== undefined && found.isMember === isMember && found.fields.equals(fields)) return found.encoded;
  const encoded = encodeNew(fields, isMember, known);
  known.set(key, { fields, isMember, encoded });
  return encoded;
}

function encodeBelow(fields: FieldSet, isMember: boolean, known: KnownEncodings | undefined): JsonObject {
  return fields.nodes.length < leastKnown ? encodeNew(fields, isMember, known) : encode(fields, isMember, known);
}

function encodeNew({ nodes }: FieldSet, isMember: boolean, known: KnownEncodings | undefined): JsonObject {
  const encoded: JsonObject = isMember ? { ".": nothingBelow } : {};
  for (const node of nodes) {
    encoded[formatElement(node.element)] = node.children
      ? encodeBelow(node.children, node.isMember, known)
      : nothingBelow;
  }
  return Object.freeze(encoded);
}

/**
 * The set that a `fieldsV1` stands for. Kinds of elements that are not known are skipped.
 *
 * Throws ApiError `INVALID_FIELDS` for what is no such set.
 */
export function parseFieldsV1(encoded: unknown): FieldSet {
  return parseSet(encoded)?.children ?? FieldSet.empty;
}

/** One element as a key of `fieldsV1`: `f:name`, `k:{"name":"a"}`, `v:"value"` or `i:0`. */
export function formatElement(element: PathElement): string {
  if (typeof element === "string") return `f:${element}`;
  if ("key" in element) {
    const fields = element.key.map(({ name, value }) => `${JSON.stringify(name)}:${formatScalar(value)}`);
    return `k:{${fields.join(",")}}`;
  }
  return "value" in element ? `v:${formatScalar(element.value)}` : `i:${element.index}`;
}

/** The element that a key of `fieldsV1` stands for; undefined for a kind that is not known. Throws ApiError `INVALID_FIELDS`. */
export function parseElement(text: string): PathElement | undefined {
  if (text.length < 2) throw refuse("key must be 2 characters long:");
  if (text[1] !== ":") throw refuse(`missing colon: ${text}`);
  const content = text.slice(2);
  switch (text[0]) {
    case "f":
      return content;
    case "v":
      return { value: parseContent(content) };
    case "k":
      return parseKey(content);
    case "i":
      if (!/^[+-]?[0-9]+$/.test(content))
        throw refuse(`strconv.Atoi: parsing ${JSON.stringify(content)}: invalid syntax`);
      return { index: Number(content) };
    default:
      return undefined;
  }
}

/** A member of nothing but itself has no children. */
function parseSet(encoded: unknown): { isMember: boolean; children: FieldSet | undefined } | undefined {
  if (encoded === null) return undefined;
  if (!isJsonObject(encoded)) throw refuse(`expect { or n, but found ${describe(encoded)}`);
  const builder = new FieldSetBuilder();
  let isMember = false;
  for (const key of Object.keys(encoded)) {
    if (key === ".") {
      isMember = true;
      continue;
    }
    const element = parseElement(key);
    if (element === undefined) continue;
    const below = parseSet(encoded[key]);
    builder.add(element, below?.children === undefined || below.isMember, below?.children);
  }
  const children = builder.build();
  return { isMember, children: children.isEmpty ? undefined : children };
}

function parseKey(content: string): PathElement {
  const fields = parseContent(content) ?? {};
  if (!isJsonObject(fields)) throw refuse(`expect { or n, but found ${describe(fields)}`);
  return keyElement(Object.keys(fields).map((name) => ({ name, value: fields[name] })));
}

/** Numbers are floats here, as they are to the reference. */
function parseContent(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw refuse(`not JSON: ${content}`, error);
  }
}

function formatScalar(value: unknown): string {
  return escapeHtml(stringifyJson(value));
}

function describe(value: unknown): string {
  return stringifyJson(value).slice(0, 1);
}

function refuse(problem: string, cause?: unknown): ApiError {
  return new ApiError("INVALID_FIELDS", `fieldsV1 cannot be read: ${problem}`, { cause, detail: problem });
}
