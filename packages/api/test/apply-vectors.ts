import { fieldsV1Of, parseElement, parseFieldsV1 } from "../src/apply/field/fields-v1.ts";
import type { FieldPath, FieldType, ListType, MapType, PathElement, StructType, ValueType } from "../src/server.ts";
import { anyElement, excludeFields, type FieldFilter, type FieldSet, includeFields } from "../src/server.ts";
import { readVectors } from "./read-vectors.ts";

/** A type as the reference's schemas have it, which can allow several shapes at once. */
interface RecordedAtom {
  scalar?: string;
  list?: { element: RecordedReference; relationship: string; keys?: string[] };
  map?: {
    fields?: Record<string, { type: RecordedReference; default?: unknown }>;
    element?: RecordedReference;
    relationship?: string;
  };
}

interface RecordedReference extends RecordedAtom {
  name?: string;
  /** Replaces that of the type which the name stands for. */
  relationship?: string;
}

interface RecordedType {
  root: RecordedReference;
  types: Record<string, RecordedAtom | null>;
}

/** Gives the types that vectors name. */
export class RecordedTypes {
  readonly #recorded: Record<string, RecordedType> = readVectors("apply-types");
  readonly #roots = new Map<string, ValueType>();

  get(id: string): ValueType {
    let type = this.#roots.get(id);
    if (type === undefined) {
      const { root, types } = this.#recorded[id]!;
      type = new TypeReader(types).read(root);
      this.#roots.set(id, type);
    }
    return type;
  }
}

class TypeReader {
  readonly #types: Record<string, RecordedAtom | null>;
  readonly #known = new Map<string, ValueType>();

  constructor(types: Record<string, RecordedAtom | null>) {
    this.#types = types;
  }

  read(reference: RecordedReference): ValueType {
    const { name, relationship } = reference;
    if (name === undefined) return this.#atom(reference, relationship);
    if (name === "__untyped_deduced_") return { shape: "any" };
    if (name === "__untyped_atomic_") return { shape: "any", isAtomic: true };
    const key = `${name} ${relationship ?? ""}`;
    let type = this.#known.get(key);
    if (type === undefined) {
      type = this.#atom(this.#types[name] ?? {}, relationship);
      this.#known.set(key, type);
    }
    return type;
  }

  #atom(atom: RecordedAtom, relationship: string | undefined): ValueType {
    const object = atom.map && this.#object(atom.map, relationship);
    const list = atom.list && this.#list(atom.list, relationship);
    if (object !== undefined && list === undefined && atom.scalar === undefined) return object;
    if (list !== undefined && object === undefined && atom.scalar === undefined) return list;
    if (object === undefined && list === undefined && atom.scalar !== undefined) {
      const scalar = atom.scalar === "numeric" ? "number" : (atom.scalar as "string" | "boolean" | "untyped");
      return { shape: "scalar", scalar };
    }
    return { shape: "any", object, list };
  }

  #object(map: NonNullable<RecordedAtom["map"]>, override: string | undefined): StructType | MapType {
    const isAtomic = (override ?? map.relationship) === "atomic";
    const { fields, element } = map;
    if (fields === undefined && element !== undefined) {
      return lazily({ shape: "map" as const, isAtomic }, "element", () => this.read(element));
    }
    const members = new Map<string, FieldType>();
    for (const [name, field] of Object.entries(fields ?? {})) {
      const base = { default: field.default, patchStrategies: [] };
      members.set(
        name,
        lazily(base, "type", () => this.read(field.type)),
      );
    }
    const struct = { shape: "struct" as const, isAtomic, fields: members };
    return element === undefined ? struct : lazily(struct, "element", () => this.read(element));
  }

  #list(list: NonNullable<RecordedAtom["list"]>, override: string | undefined): ListType {
    const keys = list.keys ?? [];
    const isAtomic = (override ?? list.relationship) === "atomic";
    const listType = isAtomic ? "atomic" : keys.length > 0 ? "map" : "set";
    return lazily({ shape: "list" as const, keys, listType } as const, "element", () => this.read(list.element));
  }
}

/** An object with one more member, computed when it is first read: types refer to themselves. */
function lazily<T extends object, K extends string, V>(object: T, name: K, read: () => V): T & Record<K, V> {
  let value: V | undefined;
  Object.defineProperty(object, name, {
    enumerable: true,
    get: () => {
      value ??= read();
      return value;
    },
  });
  return object as T & Record<K, V>;
}

/** The set that a recorded text stands for. */
export function readSet(text: string): FieldSet {
  return parseFieldsV1(JSON.parse(text));
}

/** The text that is recorded for a set. */
export function writeSet(set: FieldSet): string {
  return JSON.stringify(fieldsV1Of(set));
}

export function readPath(elements: readonly string[]): FieldPath {
  return elements.map((text) => parseElement(text) as PathElement);
}

/** A filter as vectors have it. */
export interface RecordedFilter {
  exclude?: string;
  include?: string[][];
}

export function readFilter({ exclude, include }: RecordedFilter): FieldFilter {
  if (exclude !== undefined) return excludeFields(readSet(exclude));
  return includeFields(...readPatterns(include ?? []));
}

export function readPatterns(patterns: readonly string[][]): (PathElement | typeof anyElement)[][] {
  return patterns.map((pattern) =>
    pattern.map((text) => (text === "*" ? anyElement : (parseElement(text) as PathElement))),
  );
}
