import type { KubeObject } from "@kubewright/api";

/** The values under which an index finds an object. */
export type IndexFunction<T extends KubeObject = KubeObject> = (object: T) => readonly string[];

/** Objects of one kind, by key and by index. What it gives are its own objects: read them, never change them. */
export interface ObjectStore<T extends KubeObject = KubeObject> {
  readonly size: number;
  /** `key` as `formatKey` writes it: `namespace/name`, or `name`. */
  get(key: string): T | undefined;
  /** All, or those of one namespace. */
  list(namespace?: string): Iterable<T>;
  /** Those that an index finds under a value. Throws RuntimeError `NOT_CACHED` for an index that was not added. */
  byIndex(index: string, value: string): Iterable<T>;
  hasIndex(index: string): boolean;
}

/** A store as the one that fills it sees it. */
export interface MutableObjectStore<T extends KubeObject = KubeObject> extends ObjectStore<T> {
  /** Gives what was there before. */
  set(key: string, object: T): T | undefined;
  /** Gives what was there. */
  delete(key: string): T | undefined;
  /** Throws RuntimeError `INVALID_ARGUMENT` when an index of this name is there. Covers what is in the store already. */
  addIndex(name: string, index: IndexFunction<T>): void;
}
