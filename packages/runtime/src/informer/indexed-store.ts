import type { KubeObject } from "@kubewright/api";
import { RuntimeError } from "../errors.ts";
import type { IndexFunction, MutableObjectStore } from "./store.ts";

export interface IndexedStoreOptions {
  /** Told when an index function throws: the object is then found under no value of that index. @default nobody is told */
  readonly onIndexError?: (index: string, key: string, error: unknown) => void;
}

/** Objects in memory, as they were given. What its iterators give is as of each step: go through them at once. */
export class IndexedStore<T extends KubeObject = KubeObject> implements MutableObjectStore<T> {
  readonly #objects = new Map<string, T>();
  readonly #namespaces = new KeySets();
  readonly #indexes = new Map<string, Index<T>>();
  readonly #onIndexError: (index: string, key: string, error: unknown) => void;

  constructor(options: IndexedStoreOptions = {}) {
    this.#onIndexError = options.onIndexError ?? (() => {});
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  list(namespace?: string): Iterable<T> {
    return namespace === undefined ? this.#objects.values() : this.#of(this.#namespaces.get(namespace));
  }

  byIndex(index: string, value: string): Iterable<T> {
    const found = this.#indexes.get(index);
    if (found === undefined) {
      const known = [...this.#indexes.keys()].map((name) => JSON.stringify(name)).join(", ");
      throw new RuntimeError(
        "NOT_CACHED",
        `there is no index ${JSON.stringify(index)}, only ${known || "none"}: add it with addIndex`,
      );
    }
    return this.#of(found.keys.get(value));
  }

  hasIndex(index: string): boolean {
    return this.#indexes.has(index);
  }

  set(key: string, object: T): T | undefined {
    const before = this.#objects.get(key);
    this.#objects.set(key, object);
    if (before === undefined) {
      const namespace = namespaceOf(key);
      if (namespace !== undefined) this.#namespaces.add(namespace, key);
    }
    for (const index of this.#indexes.values()) this.#index(index, key, object);
    return before;
  }

  delete(key: string): T | undefined {
    const before = this.#objects.get(key);
    if (before === undefined) return undefined;
    this.#objects.delete(key);
    const namespace = namespaceOf(key);
    if (namespace !== undefined) this.#namespaces.remove(namespace, key);
    for (const index of this.#indexes.values()) {
      for (const value of index.values.get(key) ?? []) index.keys.remove(value, key);
      index.values.delete(key);
    }
    return before;
  }

  addIndex(name: string, valuesOf: IndexFunction<T>): void {
    if (this.#indexes.has(name)) {
      throw new RuntimeError(
        "INVALID_ARGUMENT",
        `there is an index ${JSON.stringify(name)} already: give the second one another name`,
      );
    }
    const index: Index<T> = { name, valuesOf, keys: new KeySets(), values: new Map() };
    this.#indexes.set(name, index);
    for (const [key, object] of this.#objects) this.#index(index, key, object);
  }

  #index(index: Index<T>, key: string, object: T): void {
    const before = index.values.get(key) ?? none;
    const after = this.#valuesOf(index, key, object);
    if (areSame(before, after)) return;
    for (const value of before) if (!after.includes(value)) index.keys.remove(value, key);
    for (const value of after) index.keys.add(value, key);
    if (after.length === 0) index.values.delete(key);
    else index.values.set(key, after);
  }

  #valuesOf(index: Index<T>, key: string, object: T): readonly string[] {
    try {
      return [...index.valuesOf(object)];
    } catch (error) {
      this.#onIndexError(index.name, key, error);
      return none;
    }
  }

  *#of(keys: Iterable<string>): Iterable<T> {
    for (const key of keys) yield this.#objects.get(key)!;
  }
}

interface Index<T extends KubeObject> {
  readonly name: string;
  readonly valuesOf: IndexFunction<T>;
  readonly keys: KeySets;
  /** By key, what the function gave when it was asked: it may give something else for an object that was changed. Without empty ones. */
  readonly values: Map<string, readonly string[]>;
}

const none: readonly string[] = Object.freeze([]);

/** Sets of keys, by a value. A set goes with its last key. */
class KeySets {
  readonly #sets = new Map<string, Set<string>>();

  get(value: string): Iterable<string> {
    return this.#sets.get(value) ?? none;
  }

  add(value: string, key: string): void {
    const set = this.#sets.get(value);
    if (set === undefined) this.#sets.set(value, new Set([key]));
    else set.add(key);
  }

  remove(value: string, key: string): void {
    const set = this.#sets.get(value);
    set?.delete(key);
    if (set?.size === 0) this.#sets.delete(value);
  }
}

function namespaceOf(key: string): string | undefined {
  const slash = key.indexOf("/");
  return slash === -1 ? undefined : key.slice(0, slash);
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
