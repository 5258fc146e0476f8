import {
  type Created,
  type GroupVersionKind,
  groupVersionKindOf,
  type Kind,
  type KubeObject,
  type ObjectKey,
  type ObjectMeta,
  parseKey,
  type Scope,
  type UnnamedObject,
} from "@kubewright/api";
import {
  type ApplyOptions,
  type Client,
  type DeleteAllOptions,
  type DeleteOptions,
  type Deletion,
  ForwardingClient,
  isKind,
  type KeyLike,
  type Patch,
  type StatusWriter,
  type Subresource,
  type WriteOptions,
} from "@kubewright/client";
import type { OwnWrites } from "./own-writes.ts";

/**
 * Hands every call on, and tells the cache what writes were answered with. A dry run changes nothing, and is not told.
 *
 * `apply` takes over fields of other managers unless it is told not to.
 */
export class RecordingClient extends ForwardingClient {
  override readonly status: StatusWriter;
  readonly #writes: OwnWrites;

  constructor(client: Client, writes: OwnWrites) {
    super(client);
    const { status } = client;
    this.#writes = writes;
    this.status = {
      update: (object, options) => this.#written(options, status.update(object, options)),
      patch: (kind, key, patch, options) => this.#written(options, status.patch(kind, key, patch, options)),
      apply: (object, options) => this.#written(options, status.apply(object, forced(options))),
    };
  }

  override create<T extends KubeObject | UnnamedObject>(object: T, options?: WriteOptions): Promise<Created<T>> {
    return this.#written(options, super.create(object, options));
  }

  override update<T extends KubeObject>(object: T, options?: WriteOptions): Promise<T> {
    return this.#written(options, super.update(object, options));
  }

  override patch<T extends KubeObject>(
    kind: Kind<T>,
    key: KeyLike,
    patch: Patch<NoInfer<T>>,
    options?: ApplyOptions,
  ): Promise<T> {
    return this.#written(options, super.patch(kind, key, patch, options));
  }

  override apply<T extends KubeObject>(object: T, options?: ApplyOptions): Promise<T> {
    return this.#written(options, super.apply(object, forced(options)));
  }

  override delete<T extends KubeObject>(object: T, options?: DeleteOptions): Promise<Deletion<T>>;
  override delete<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: DeleteOptions): Promise<Deletion<T>>;
  override delete<T extends KubeObject>(
    subject: T | Kind<T>,
    second?: KeyLike | DeleteOptions,
    third?: DeleteOptions,
  ): Promise<Deletion<T>> {
    if (isKind(subject)) {
      const send = () => super.delete(subject, second as KeyLike, third);
      return this.#deleted(subject, second as KeyLike, third, {}, send);
    }
    const options = second as DeleteOptions | undefined;
    const { metadata } = subject as Partial<T>;
    if (metadata === undefined || subject.apiVersion === undefined) return super.delete(subject, options);
    const send = () => super.delete(subject, options);
    return this.#deleted(groupVersionKindOf(subject), metadata, options, metadata, send);
  }

  override async deleteAllOf<T extends KubeObject>(
    kind: Kind<T>,
    options: DeleteAllOptions = {},
  ): Promise<readonly T[]> {
    if (options.dryRun === true) return await super.deleteAllOf(kind, options);
    const flights = this.#writes.begin(kind);
    try {
      const objects = await super.deleteAllOf(kind, options);
      this.#writes.deletedAll(kind, objects, options, flights);
      return objects;
    } finally {
      this.#writes.end(flights);
    }
  }

  override subresource(name: string): Subresource {
    const inner = super.subresource(name);
    return {
      get: (kind, key, options) => inner.get(kind, key, options),
      create: async (kind, key, body, options) => {
        const answer = await this.#changed(kind, options, inner.create(kind, key, body, options));
        if (name === "eviction" && !isDryRun(body, options)) {
          this.#writes.evicted(kind, await this.#keyOf(kind, key));
        }
        return answer;
      },
      update: (kind, key, body, options) => this.#changed(kind, options, inner.update(kind, key, body, options)),
      patch: (kind, key, patch, options) => this.#changed(kind, options, inner.patch(kind, key, patch, options)),
      apply: (kind, key, body, options) => this.#changed(kind, options, inner.apply(kind, key, body, forced(options))),
    };
  }

  async #written<T>(options: WriteOptions | undefined, answer: Promise<T>): Promise<T> {
    const object = await answer;
    if (options?.dryRun !== true) this.#writes.written(object as KubeObject);
    return object;
  }

  async #changed<S>(kind: Kind, options: WriteOptions | undefined, answer: Promise<S>): Promise<S> {
    const object = await answer;
    if (options?.dryRun !== true) this.#writes.changed(kind, object as KubeObject);
    return object;
  }

  async #deleted<T extends KubeObject>(
    kind: GroupVersionKind & Pick<Kind, "scope">,
    key: KeyLike,
    options: DeleteOptions | undefined,
    meant: Pick<ObjectMeta, "uid" | "resourceVersion">,
    send: () => Promise<Deletion<T>>,
  ): Promise<Deletion<T>> {
    if (options?.dryRun === true) return await send();
    const name = typeof key === "string" ? key.slice(key.indexOf("/") + 1) : key.name;
    const flights = this.#writes.begin(kind, name);
    try {
      const deletion = await send();
      const place = deletion.object?.metadata ?? (await this.#keyOf(kind, key));
      this.#writes.deleted(kind, place, deletion, { ...meant, ...options?.preconditions }, flights);
      return deletion;
    } finally {
      this.#writes.end(flights);
    }
  }

  /** With the namespace that a key means which names none. The server has served the kind, so discovery knows it. */
  async #keyOf(kind: GroupVersionKind & Pick<Kind, "scope">, key: KeyLike): Promise<ObjectKey> {
    const { namespace, name } = typeof key === "string" ? parseKey(key) : key;
    if (namespace) return { namespace, name };
    const scope = kind.scope ?? (await this.#scopeOf(kind));
    return scope === "Cluster" ? { name } : { namespace: this.namespace, name };
  }

  async #scopeOf(kind: GroupVersionKind): Promise<Scope | undefined> {
    try {
      return (await this.discovery.resourceFor(kind)).scope;
    } catch {
      // The write is done: it may not fail any more.
      return undefined;
    }
  }
}

/** Whoever reconciles an object has the say over the fields it applies. */
export function forced(options: ApplyOptions = {}): ApplyOptions {
  return { force: true, ...options };
}

function isDryRun(eviction: object, options: WriteOptions | undefined): boolean {
  const { deleteOptions } = eviction as { deleteOptions?: { dryRun?: readonly string[] } };
  return options?.dryRun === true || (deleteOptions?.dryRun ?? []).length > 0;
}
