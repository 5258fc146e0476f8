import {
  applyJsonPatch,
  applyMergePatch,
  cloneJson,
  formatKey,
  jsonEqual,
  type Kind,
  type KubeObject,
} from "@kubewright/api";
import type { ApplyOptions, KeyLike, Patch, WriteOptions } from "@kubewright/client";
import { type Logger, silentLogger } from "../../observability/log/logger.ts";
import { objectReference } from "../../observability/log/object-reference.ts";
import type { CacheReader } from "../cache-reader.ts";
import type { KindCache } from "../kind-cache.ts";
import type { KindCaches } from "../kind-caches.ts";
import { type AppliedConfiguration, AppliedConfigurations, stateOf } from "./applied-configurations.ts";

export interface UnchangedWritesOptions {
  readonly caches: KindCaches;
  readonly reader: CacheReader;
  readonly log?: Logger | undefined;
}

type KindName = Pick<KubeObject, "apiVersion" | "kind">;

/** The newest state that is known of an object. */
interface Known<T extends KubeObject> {
  readonly cache: KindCache<T>;
  readonly object: T;
}

/**
 * Finds the writes that would change nothing.
 *
 * Each method gives a copy of the newest known state when that is what the write asks for, and undefined when the write must be sent:
 * it changes something, or the state is not known.
 */
export class UnchangedWrites {
  readonly #caches: KindCaches;
  readonly #reader: CacheReader;
  readonly #log: Logger;
  readonly #applied = new AppliedConfigurations();
  readonly #followed = new WeakSet<KindCache>();

  constructor({ caches, reader, log = silentLogger }: UnchangedWritesOptions) {
    this.#caches = caches;
    this.#reader = reader;
    this.#log = log;
  }

  /** Of how many objects it is remembered what was applied to them. */
  get remembered(): number {
    return this.#applied.size;
  }

  /** `object` is what is known, at the version that is known. */
  async update<T extends KubeObject>(object: T, options: WriteOptions): Promise<T | undefined> {
    const known = await this.#knownAs(object, options);
    if (known === undefined) return undefined;
    return jsonEqual(comparable(known.object, object), object) ? this.#unsent(known.object) : undefined;
  }

  /** Status and metadata of `object` are what is known, at the version that is known. The rest is not written. */
  async updateStatus<T extends KubeObject>(object: T, options: WriteOptions): Promise<T | undefined> {
    const known = await this.#knownAs(object, options);
    if (known === undefined) return undefined;
    const isSame =
      jsonEqual(comparable(known.object, object).metadata, object.metadata) &&
      jsonEqual(statusOf(known.object), statusOf(object));
    return isSame ? this.#unsent(known.object) : undefined;
  }

  /** A merge or JSON patch leaves what is known as it is. */
  async patch<T extends KubeObject>(
    kind: Kind<T>,
    key: KeyLike,
    patch: Patch<T>,
    options: ApplyOptions,
  ): Promise<T | undefined> {
    if (options.force === true || Object.keys(patch).length !== 1 || touchesManagedFields(patch)) return undefined;
    const known = await this.#known<T>(kind, key, options);
    if (known === undefined || !known.cache.isFaithful) return undefined;
    const patched = patchedBy(patch, known.object);
    return patched !== undefined && jsonEqual(patched, known.object) ? this.#unsent(known.object) : undefined;
  }

  /** The same was applied before, and what it led to has not changed since. */
  async apply<T extends KubeObject>(
    object: T,
    applied: AppliedConfiguration,
    options: ApplyOptions,
  ): Promise<T | undefined> {
    const known = await this.#known<T>(object, object.metadata, options);
    const uid = known?.object.metadata.uid;
    if (known === undefined || uid === undefined || uid !== (object.metadata.uid ?? uid)) return undefined;
    const state = stateOf(known.object, applied.part, known.cache.isFaithful);
    return this.#applied.has(uid, applied, state) ? this.#unsent(known.object) : undefined;
  }

  /** An apply was answered with this object. */
  applied(applied: AppliedConfiguration, answer: KubeObject): void {
    const cache = this.#caches.find(wholeOf(answer));
    const { uid } = answer.metadata;
    if (cache === undefined || uid === undefined) return;
    if (!this.#followed.has(cache)) {
      this.#followed.add(cache);
      cache.onGone((gone) => this.#applied.forget(gone));
    }
    this.#applied.remember(uid, applied, stateOf(answer, applied.part, cache.isFaithful));
  }

  /** What is known of `object`, if it is of the same version and all of it is kept. */
  async #knownAs<T extends KubeObject>(object: T, options: WriteOptions): Promise<Known<T> | undefined> {
    const { resourceVersion } = object.metadata;
    const known = resourceVersion === undefined ? undefined : await this.#known<T>(object, object.metadata, options);
    if (known?.object.metadata.resourceVersion !== resourceVersion || !known?.cache.isFaithful) return undefined;
    return known;
  }

  async #known<T extends KubeObject>(
    kind: KindName,
    key: KeyLike,
    options: WriteOptions,
  ): Promise<Known<T> | undefined> {
    const cache = this.#caches.find<T>(wholeOf(kind));
    if (cache === undefined) return undefined;
    // What is wrong with a key is for the client to say.
    const place = await this.#reader.keyOf(cache.kind, key, options).catch(() => undefined);
    if (place === undefined) return undefined;
    const text = formatKey(place);
    if (!cache.scope.covers(place.namespace) || !cache.isSynced(place.namespace)) return undefined;
    if (!cache.overlay.isSettled((change) => change.key === text) || cache.overlay.isDoubtful(text)) return undefined;
    const object = cache.overlay.get(text);
    return object === undefined ? undefined : { cache, object };
  }

  #unsent<T extends KubeObject>(object: T): T {
    this.#log.debug({ object: objectReference(object) }, "a write that changes nothing is not sent");
    return cloneJson(object);
  }
}

/** The kind, also where only the metadata was asked for. */
function wholeOf({ apiVersion, kind }: KindName): KindName {
  return { apiVersion, kind };
}

/** `known` without `managedFields` if `wanted` has none: they stay as they are when a write does not say anything of them. */
function comparable<T extends KubeObject>(known: T, wanted: T): T {
  if (known.metadata.managedFields === undefined || wanted.metadata.managedFields !== undefined) return known;
  const { managedFields: _, ...metadata } = known.metadata;
  return { ...known, metadata };
}

function statusOf(object: KubeObject): unknown {
  return (object as { status?: unknown }).status;
}

/** Undefined for a patch whose result only the server knows, or that it refuses. */
function patchedBy<T extends KubeObject>(patch: Patch<T>, object: T): T | undefined {
  try {
    if ("merge" in patch) return applyMergePatch(object, patch.merge);
    if ("json" in patch) return applyJsonPatch(object, patch.json);
  } catch {
    // The server says better what is wrong with it, or the object is not what is known.
  }
  return undefined;
}

/** The cache may not have them, so that it cannot be seen whether they change. */
function touchesManagedFields(patch: Patch): boolean {
  const pointer = "/metadata/managedFields";
  if ("json" in patch) {
    if (!Array.isArray(patch.json)) return true;
    return patch.json.some((operation) => [operation.path, operation.from].some((path) => path?.startsWith(pointer)));
  }
  const { metadata } = ("merge" in patch ? patch.merge : {}) as { metadata?: object | null };
  return metadata === null || (typeof metadata === "object" && "managedFields" in metadata);
}
