import { isJsonObject } from "../../json/own-member.ts";
import { compareBytes, quote } from "../../text/byte-text.ts";
import { formatFloat } from "../../text/float-text.ts";
import { compareValues } from "./compare-value.ts";

/** One step from a value to a part of it: a plain string is the name of a member. */
export type PathElement = string | KeyElement | ValueElement | IndexElement;

/** The item of a list whose members of these names have these values. */
export interface KeyElement {
  /** Ordered by name. */
  readonly key: readonly KeyField[];
}

/** A member that tells items apart, and its value. */
export interface KeyField {
  readonly name: string;
  readonly value: unknown;
}

/** The item of a list that is this value. */
export interface ValueElement {
  readonly value: unknown;
}

/** The item of a list at this place. */
export interface IndexElement {
  readonly index: number;
}

/** The steps from a whole object to a part of it. */
export type FieldPath = readonly PathElement[];

/** The element for the item with these key members, in whatever order they are given. */
export function keyElement(fields: readonly KeyField[]): KeyElement {
  return { key: fields.length < 2 ? fields : [...fields].sort((a, b) => compareBytes(a.name, b.name)) };
}

/** Orders elements: members by name, then items by key, by value, by index. */
export function compareElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0;
  if (typeof a === "string") return typeof b === "string" ? compareBytes(a, b) : -1;
  if (typeof b === "string") return 1;
  if ("key" in a) return "key" in b ? compareKeys(a.key, b.key) : -1;
  if ("key" in b) return 1;
  if ("value" in a) return "value" in b ? compareValues(a.value, b.value) : -1;
  if ("value" in b) return 1;
  return a.index - b.index;
}

/** The same number for equal elements. */
export function hashElement(element: PathElement): number {
  if (typeof element === "string") return hashText(element);
  if ("value" in element) return hashValue(element.value);
  if ("index" in element) return element.index;
  let hash = 7;
  for (const { name, value } of element.key) {
    hash = Math.imul(hash, 31) + hashText(name);
    hash = Math.imul(hash, 31) + hashValue(value);
  }
  return hash;
}

/** Orders paths element by element; what a path begins with comes before it. */
export function comparePaths(a: FieldPath, b: FieldPath): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const order = compareElements(a[index]!, b[index]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** The path as messages have it: `.spec.containers[name="a"].image`. */
export function formatFieldPath(path: FieldPath): string {
  return path.map((element) => formatPathElement(element)).join("");
}

/**
 * One element as messages have it: `.image`, `[name="a"]`, `[="value"]`, `[0]`.
 *
 * Numbers are printed as floats unless `formatInteger` says otherwise: that is what they are to the reference when it has read them from
 * managedFields.
 */
export function formatPathElement(
  element: PathElement,
  formatInteger: (value: number) => string = formatFloat,
): string {
  const format = (value: unknown) => formatValue(value, formatInteger);
  if (typeof element === "string") return `.${element}`;
  if ("key" in element) return `[${element.key.map(({ name, value }) => `${name}=${format(value)}`).join(",")}]`;
  return "value" in element ? `[=${format(element.value)}]` : `[${element.index}]`;
}

function formatValue(value: unknown, formatInteger: (value: number) => string): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return Number.isSafeInteger(value) ? formatInteger(value) : formatFloat(value);
  if (Array.isArray(value)) return `[${value.map((item) => formatValue(item, formatInteger)).join(",")}]`;
  if (isJsonObject(value)) {
    return Object.entries(value)
      .map(([key, member]) => `${key}=${formatValue(member, formatInteger)}`)
      .join("");
  }
  return String(value);
}

function compareKeys(a: readonly KeyField[], b: readonly KeyField[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const left = a[index]!;
    const right = b[index]!;
    const order = compareBytes(left.name, right.name) || compareValues(left.value, right.value);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function hashValue(value: unknown): number {
  switch (typeof value) {
    case "string":
      return hashText(value);
    case "number":
    case "bigint":
      return Number(value) | 0;
    default:
      return 0;
  }
}

function hashText(text: string): number {
  let hash = text.length;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
}
