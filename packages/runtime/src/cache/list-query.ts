import { FieldSelector, formatKey, type KubeObject, Selector } from "@kubewright/api";
import type { ListOptions } from "@kubewright/client";
import { RuntimeError } from "../errors.ts";
import type { IndexFunction } from "../informer/store.ts";
import { nameOfKind } from "./cache-options.ts";
import type { KindCache } from "./kind-cache.ts";
import { formatPageToken, parsePageToken } from "./page-token.ts";

/** A list as it is asked of the cache of one kind. */
export class ListQuery<T extends KubeObject> {
  /** Undefined: all that the cache has. */
  readonly namespace: string | undefined;
  readonly #cache: KindCache<T>;
  readonly #labels: Selector;
  readonly #fields: FieldSelector;

  /** Throws RuntimeError `NOT_CACHED` for a field without an index, ApiError `INVALID_SELECTOR` for a selector that is none. */
  constructor(cache: KindCache<T>, options: Pick<ListOptions, "namespace" | "labelSelector" | "fieldSelector">) {
    const { namespace, labelSelector, fieldSelector } = options;
    this.#cache = cache;
    this.#labels = Selector.of(labelSelector);
    this.#fields = FieldSelector.of(fieldSelector);
    this.namespace = namespace || undefined;
    for (const { field } of this.#fields.requirements) this.#requireIndex(field);
  }

  /** What is selected, as the cache has it, in no order. */
  select(): T[] {
    const { overlay } = this.#cache;
    const found: T[] = [];
    for (const object of overlay.over(this.#candidates(), this.namespace))
      if (this.#selects(object)) found.push(object);
    return found;
  }

  /** The objects that the store finds fastest. Those that are selected are among them. */
  #candidates(): Iterable<T> {
    const { store } = this.#cache.informer;
    const name = this.#fields.requiredValue("metadata.name");
    const namespace = this.namespace ?? this.#fields.requiredValue("metadata.namespace");
    if (name !== undefined && namespace !== undefined) {
      const object = store.get(formatKey({ namespace, name }));
      return object === undefined ? [] : [object];
    }
    const indexed = this.#fields.requirements.find(({ field, operator }) => operator === "=" && !isBuiltIn(field));
    return indexed === undefined ? store.list(namespace) : store.byIndex(indexed.field, indexed.value);
  }

  #selects(object: T): boolean {
    const { metadata } = object;
    if (this.namespace !== undefined && metadata.namespace !== this.namespace) return false;
    if (!this.#labels.matches(metadata.labels ?? {})) return false;
    return this.#fields.requirements.every(
      ({ field, operator, value }) => this.#hasValue(object, field, value) === (operator === "="),
    );
  }

  #hasValue(object: T, field: string, value: string): boolean {
    if (field === "metadata.name") return object.metadata.name === value;
    if (field === "metadata.namespace") return (object.metadata.namespace ?? "") === value;
    return valuesOf(this.#cache.indexes.get(field)!, object).includes(value);
  }

  #requireIndex(field: string): void {
    const { indexes, kind } = this.#cache;
    if (isBuiltIn(field) || indexes.has(field)) return;
    const known = ["metadata.name", "metadata.namespace", ...indexes.keys()].join(", ");
    throw new RuntimeError(
      "NOT_CACHED",
      `the cache cannot select ${nameOfKind(kind)} by ${field}, only by ${known}: ` +
        `add cache.index(${kind.kind}, ${JSON.stringify(field)}, (object) => […]), or list with client.live`,
    );
  }
}

/** A part of a list, in the order of keys. */
export interface Page<T> {
  readonly objects: readonly T[];
  readonly metadata: { readonly continue?: string; readonly remainingItemCount?: number };
}

/**
 * The next `limit` objects after those of the page that gave `token`.
 *
 * The cache keeps no old state: each page is of the time when it is asked for, and goes on after the last key of the one before. What is
 * there all the time is in exactly one of them.
 */
export function pageOf<T extends KubeObject>(
  objects: T[],
  limit: number | undefined,
  token: string | undefined,
): Page<T> {
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new RuntimeError("INVALID_ARGUMENT", `limit is ${limit}, but must be a positive number of objects`);
  }
  if (!limit && !token) return { objects, metadata: {} };
  const after = token ? parsePageToken(token) : "";
  const rest = sortedByKey(objects).filter(({ metadata }) => formatKey(metadata) > after);
  return sliceOf(rest, 0, limit || rest.length);
}

/** All pages of `limit` objects, at least one. */
export function* pagesOf<T extends KubeObject>(objects: readonly T[], limit: number): Iterable<Page<T>> {
  const sorted = sortedByKey(objects);
  for (let start = 0; start === 0 || start < sorted.length; start += limit) yield sliceOf(sorted, start, limit);
}

function sliceOf<T extends KubeObject>(sorted: readonly T[], start: number, limit: number): Page<T> {
  const objects = sorted.slice(start, start + limit);
  const remainingItemCount = sorted.length - start - objects.length;
  const last = objects.at(-1);
  if (last === undefined || remainingItemCount === 0) return { objects, metadata: {} };
  return { objects, metadata: { continue: formatPageToken(formatKey(last.metadata)), remainingItemCount } };
}

/** As API servers order them. */
function sortedByKey<T extends KubeObject>(objects: readonly T[]): T[] {
  const keyed = objects.map((object) => ({ object, key: formatKey(object.metadata) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ object }) => object);
}

function isBuiltIn(field: string): boolean {
  return field === "metadata.name" || field === "metadata.namespace";
}

/** An index that throws finds the object under no value; the informer's store has it logged. */
function valuesOf<T extends KubeObject>(index: IndexFunction<T>, object: T): readonly string[] {
  try {
    return index(object);
  } catch {
    return [];
  }
}
