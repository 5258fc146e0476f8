import { isJsonObject, ownMember } from "../../json/own-member.ts";
import { quote } from "../../text/byte-text.ts";
import { formatGoSyntax } from "../../text/go-text.ts";
import type { ListType } from "../../value/value-type.ts";
import { type KeyField, keyElement, type PathElement } from "../field/path-element.ts";
import { defaultShape } from "./concrete-type.ts";

/** By what an item of a set or of a list with keys is told apart, or why it cannot be. */
export type ListItemElement = { readonly element: PathElement } | { readonly problem: string };

/** The element that leads to `item` of a list that is not atomic. */
export function listItemElement(type: ListType, item: unknown): ListItemElement {
  return type.keys.length > 0 ? keyedElement(type, item) : valueElement(item);
}

/** The element of an item of a valid list. */
export function validItemElement(type: ListType, item: unknown): PathElement {
  const result = listItemElement(type, item);
  return "element" in result ? result.element : keyElement([]);
}

/** The same text for, and only for, elements of one list that are equal. */
export function itemIdentity(element: PathElement): string {
  if (typeof element === "string") return element;
  if (!("key" in element)) return "value" in element ? valueIdentity(element.value) : String(element.index);
  let identity = "";
  for (const { name, value } of element.key) identity += `${name}=${valueIdentity(value)}\u0000`;
  return identity;
}

function valueIdentity(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `${value.length}"${value}`;
    case "object":
      return formatGoSyntax(value);
    default:
      return typeof value === "boolean" ? String(value) : String(Number(value));
  }
}

function keyedElement(type: ListType, item: unknown): ListItemElement {
  if (item === null) return { problem: "associative list with keys may not have a null element" };
  if (!isJsonObject(item)) return { problem: "associative list with keys may not have non-map elements" };
  const fields: KeyField[] = [];
  for (const name of type.keys) {
    const member = ownMember(item, name);
    const value = member === undefined ? keyDefault(type, name) : member;
    if (value !== undefined) fields.push({ name, value });
  }
  if (fields.length > 0) return { element: keyElement(fields) };
  const keys = type.keys.map(quote).join(" ");
  return {
    problem: `associative list with keys has an element that omits all key fields [${keys}] (and doesn't have default values for any key fields)`,
  };
}

function keyDefault(type: ListType, name: string): unknown {
  const element = defaultShape(type.element);
  if (element.shape !== "struct") return undefined;
  return element.fields.get(name)?.default ?? undefined;
}

function valueElement(item: unknown): ListItemElement {
  if (item === null) return { problem: "associative list without keys has an element that's an explicit null" };
  if (Array.isArray(item)) return { problem: "not supported: associative list with lists as elements" };
  if (isJsonObject(item)) return { problem: "associative list without keys has an element that's a map type" };
  return { element: { value: item } };
}
