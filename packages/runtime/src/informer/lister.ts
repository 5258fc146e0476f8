import { cloneJson, formatKey, type KubeObject, type LabelSelector, type ObjectKey, Selector } from "@kubewright/api";
import type { ObjectStore } from "./store.ts";

/** Which objects of an informer. */
export interface ListerOptions {
  /** Only this namespace. @default all that the informer has */
  readonly namespace?: string | undefined;
  /** `"app=web,tier in (a, b)"`, or the structure that objects carry in `spec.selector`. */
  readonly labelSelector?: string | LabelSelector;
}

/** Reads what an informer knows. Gives copies: the caller may change them. */
export class Lister<T extends KubeObject = KubeObject> {
  readonly #store: ObjectStore<T>;

  constructor(store: ObjectStore<T>) {
    this.#store = store;
  }

  /** `key` as an ObjectKey, or as `"namespace/name"` or `"name"`. Undefined when there is none. */
  get(key: ObjectKey | string): T | undefined {
    const found = this.#store.get(typeof key === "string" ? key : formatKey(key));
    return found === undefined ? undefined : cloneJson(found);
  }

  list(options: ListerOptions = {}): T[] {
    return copies(this.#store.list(options.namespace), options);
  }

  /** Those that an index finds under a value. Throws RuntimeError `NOT_CACHED` for an index that was not added. */
  byIndex(index: string, value: string, options: ListerOptions = {}): T[] {
    return copies(this.#store.byIndex(index, value), options);
  }
}

function copies<T extends KubeObject>(objects: Iterable<T>, { namespace, labelSelector }: ListerOptions): T[] {
  const selector = Selector.of(labelSelector);
  const found: T[] = [];
  for (const object of objects) {
    const { metadata } = object;
    if (namespace !== undefined && metadata.namespace !== namespace) continue;
    if (selector.matches(metadata.labels ?? {})) found.push(cloneJson(object));
  }
  return found;
}
