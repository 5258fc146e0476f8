import { KustomizationError } from "../kustomization-error.ts";
import { isMapping, isNull, isScalar, type Mapping, newMapping, textOf, type Value } from "../yaml/value.ts";
import { splitPath } from "./visit-field.ts";

/** A value in its place, which can be set. */
export interface FoundField {
  readonly value: Value;
  /** Whether it was made because it was not there. */
  readonly isMade: boolean;
  set(value: Value): void;
}

/** The parts of a path with dots, such as `spec.containers.[name=web].image` and `metadata.annotations.[example.com/a]`. */
export function splitFieldPath(path: string): string[] {
  const parts: string[] = [];
  const split = splitPath(path, ".");
  while (split.length > 0) {
    let part = split.shift() as string;
    if (part.startsWith("[") && !part.endsWith("]")) {
      while (split.length > 0 && !part.endsWith("]")) part = `${part}.${split.shift()}`;
      if (!part.includes("=")) part = part.replace(/^[[\]]+|[[\]]+$/g, "");
    }
    parts.push(part);
  }
  return parts;
}

/** The value that a path leads to; undefined where there is none. Items of lists are found by an exact value or by their index. */
export function lookUp(object: Value, parts: readonly string[]): Value {
  let value = object;
  for (const part of parts.map((one) => one.trim()).filter((one) => one !== "")) {
    if (isNull(value)) return undefined;
    value = part === "-" || isIndex(part) || isItemPart(part) ? itemOf(value, part) : memberOf(value, part);
  }
  return value;
}

function memberOf(value: Value, part: string): Value {
  if (!isMapping(value)) throw new KustomizationError(`"${part}" is looked for in something that has no fields`);
  return value[part];
}

function itemOf(value: Value, part: string): Value {
  if (!Array.isArray(value)) throw new KustomizationError(`"${part}" is looked for in something that is no list`);
  if (part === "-") return value.at(-1);
  if (isIndex(part)) return value[Number(part)];
  const [name, text] = splitItemPart(part);
  if (name === "") return value.find((item) => isScalar(item) && textOf(item) === text);
  return value.find((item) => isMapping(item) && name in item && textOf(item[name]) === text);
}

/**
 * All fields that a path leads to. Items of lists are found by a regular expression, by their index, or all by `*`. What is missing
 * is made when `make` says what stands at the end.
 */
export function findFields(root: Mapping, parts: readonly string[], make?: () => Value): FoundField[] {
  const found: FoundField[] = [];
  visit({ value: root, isMade: false, set: () => {} }, 0);
  return found;

  function visit(field: FoundField, depth: number): void {
    const part = parts[depth];
    if (part === undefined) {
      found.push(field);
    } else if (isIndex(part)) {
      visitIndex(listOf(field, part), Number(part), depth);
    } else if (isItemPart(part)) {
      visitMatching(listOf(field, part), part, depth);
    } else if (part === "*") {
      const list = listOf(field, part);
      for (const index of list.keys()) visit(itemField(list, index, false), depth + 1);
    } else {
      visitMember(field.value, part, depth);
    }
  }

  function visitMember(value: Value, part: string, depth: number): void {
    if (isNull(value)) return;
    if (!isMapping(value)) {
      throw new KustomizationError(
        `"${parts.join(".")}" leads into a single value at "${part}", which is not supported`,
      );
    }
    const isMissing = !(part in value);
    if (isMissing) {
      if (make === undefined) return;
      value[part] = madeFor(depth + 1);
    }
    visit({ value: value[part], isMade: isMissing, set: (to) => (value[part] = to) }, depth + 1);
  }

  function visitIndex(list: Value[], index: number, depth: number): void {
    const isNext = make !== undefined && index === list.length;
    if (isNext) list.push(madeFor(depth + 1));
    if (index >= list.length) {
      throw new KustomizationError(`"${parts.join(".")}" asks for item ${index} of a list that has ${list.length}`);
    }
    visit(itemField(list, index, isNext), depth + 1);
  }

  function visitMatching(list: Value[], part: string, depth: number): void {
    const [name, pattern] = splitItemPart(part);
    const isMeant = matcher(name, pattern);
    if (make !== undefined && !list.some(isMeant)) list.push(name === "" ? pattern : newMapping({ [name]: pattern }));
    for (const [index, item] of list.entries())
      if (isMeant(item)) visit(itemField(list, index, false), name === "" ? parts.length : depth + 1);
  }

  function madeFor(next: number): Value {
    const part = parts[next];
    if (part === undefined) return make?.();
    return isIndex(part) || isItemPart(part) ? [] : newMapping();
  }
}

function itemField(list: Value[], index: number, isMade: boolean): FoundField {
  return { value: list[index], isMade, set: (to) => (list[index] = to) };
}

function listOf({ value }: FoundField, part: string): Value[] {
  if (Array.isArray(value)) return value;
  if (isNull(value)) return [];
  throw new KustomizationError(`"${part}" is looked for in something that is no list`);
}

function matcher(name: string, pattern: string): (item: Value) => boolean {
  let expression: RegExp;
  try {
    expression = new RegExp(pattern);
  } catch (error) {
    throw new KustomizationError(`"${pattern}" is no regular expression`, { cause: error });
  }
  if (name === "") return (item) => isScalar(item) && expression.test(textOf(item));
  return (item) => isMapping(item) && name in item && expression.test(textOf(item[name]));
}

function isIndex(part: string): boolean {
  return /^\+?\d+$/.test(part);
}

function isItemPart(part: string): boolean {
  return part.startsWith("[") && part.endsWith("]");
}

function splitItemPart(part: string): [name: string, text: string] {
  const inner = part.slice(1, -1);
  const equals = inner.indexOf("=");
  if (equals < 0) throw new KustomizationError(`"${part}" is not of the form [name=value]`);
  return [inner.slice(0, equals), inner.slice(equals + 1)];
}
