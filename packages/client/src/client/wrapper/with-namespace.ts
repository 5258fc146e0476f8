import type { GroupVersionKind, Kind, KubeObject, ObjectList, Scope, UnnamedObject } from "@kubewright/api";
import type { Discovery } from "../../discovery/discovery.ts";
import { ClientError } from "../../errors.ts";
import type { ApiRequest, ApiResponse } from "../../transport/transport.ts";
import type {
  ApplyOptions,
  Client,
  CollectionOptions,
  Created,
  DeleteAllOptions,
  DeleteOptions,
  GetOptions,
  KeyLike,
  ListOptions,
  ListPagesOptions,
  Patch,
  StatusWriter,
  Subresource,
  WriteOptions,
} from "../client.ts";
import type { PodLogOptions } from "../pod-logs.ts";
import { isKind } from "../request/is-kind.ts";
import { pathSegment, readKey } from "../request/resource-path.ts";
import { kindOfWritten } from "../request/written-object.ts";
import { deferredIterable } from "../stream/deferred-iterable.ts";
import type { WatchEvent, WatchOptions } from "../watch.ts";

/**
 * `client`, for namespaced kinds confined to one namespace: lists and watches see only it, keys and objects are in it.
 *
 * Naming another namespace throws ClientError `INVALID_ARGUMENT`. Cluster-scoped kinds and `request` are as before.
 * Closing it closes `client`.
 */
export function withNamespace(client: Client, namespace: string): Client {
  pathSegment("namespace", namespace);
  return new NamespacedClient(client, namespace);
}

class NamespacedClient implements Client {
  readonly namespace: string;
  readonly status: StatusWriter;
  readonly #client: Client;

  constructor(client: Client, namespace: string) {
    this.#client = client;
    this.namespace = namespace;
    const { status } = client;
    this.status = {
      update: async (object, options) => await status.update(await this.#object(object), options),
      patch: async (kind, key, patch, options) => await status.patch(kind, await this.#key(kind, key), patch, options),
      apply: async (object, options) => await status.apply(await this.#object(object), options),
    };
  }

  get discovery(): Discovery {
    return this.#client.discovery;
  }

  async get<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: GetOptions): Promise<T> {
    return await this.#client.get(kind, await this.#key(kind, key), options);
  }

  async find<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: GetOptions): Promise<T | undefined> {
    return await this.#client.find(kind, await this.#key(kind, key), options);
  }

  async list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>> {
    return await this.#client.list(kind, await this.#collection(kind, options));
  }

  listPages<T extends KubeObject>(kind: Kind<T>, options?: ListPagesOptions): AsyncIterable<ObjectList<T>> {
    return deferredIterable(async () => this.#client.listPages(kind, await this.#collection(kind, options)));
  }

  async create<T extends KubeObject | UnnamedObject>(object: T, options?: WriteOptions): Promise<Created<T>> {
    return await this.#client.create(await this.#object(object), options);
  }

  async update<T extends KubeObject>(object: T, options?: WriteOptions): Promise<T> {
    return await this.#client.update(await this.#object(object), options);
  }

  async patch<T extends KubeObject>(kind: Kind<T>, key: KeyLike, patch: Patch, options?: ApplyOptions): Promise<T> {
    return await this.#client.patch(kind, await this.#key(kind, key), patch, options);
  }

  async apply<T extends KubeObject>(object: T, options?: ApplyOptions): Promise<T> {
    return await this.#client.apply(await this.#object(object), options);
  }

  delete(object: KubeObject, options?: DeleteOptions): Promise<void>;
  delete(kind: Kind, key: KeyLike, options?: DeleteOptions): Promise<void>;
  async delete(subject: KubeObject | Kind, second?: KeyLike | DeleteOptions, third?: DeleteOptions): Promise<void> {
    if (isKind(subject)) await this.#client.delete(subject, await this.#key(subject, second as KeyLike), third);
    else await this.#client.delete(await this.#object(subject), second as DeleteOptions);
  }

  async deleteAllOf(kind: Kind, options?: DeleteAllOptions): Promise<void> {
    await this.#client.deleteAllOf(kind, await this.#collection(kind, options));
  }

  subresource(name: string): Subresource {
    const inner = this.#client.subresource(name);
    return {
      get: async (kind, key, options) => await inner.get(kind, await this.#key(kind, key), options),
      create: async (kind, key, body, options) => await inner.create(kind, await this.#key(kind, key), body, options),
      update: async (kind, key, body, options) => await inner.update(kind, await this.#key(kind, key), body, options),
      patch: async (kind, key, patch, options) => await inner.patch(kind, await this.#key(kind, key), patch, options),
      apply: async (kind, key, body, options) => await inner.apply(kind, await this.#key(kind, key), body, options),
    };
  }

  watch<T extends KubeObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>> {
    return deferredIterable(async () => this.#client.watch(kind, await this.#collection(kind, options)));
  }

  logs(key: KeyLike, options?: PodLogOptions): AsyncIterable<string> {
    return deferredIterable(async () => this.#client.logs(this.#confined(readKey(key)), options));
  }

  async request(request: ApiRequest): Promise<ApiResponse> {
    return await this.#client.request(request);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #isNamespaced(kind: GroupVersionKind & { readonly scope?: Scope }): Promise<boolean> {
    const scope = kind.scope ?? (await this.discovery.resourceFor(kind)).scope;
    return scope === "Namespaced";
  }

  async #key(kind: Kind, key: KeyLike): Promise<KeyLike> {
    const parsed = readKey(key);
    return (await this.#isNamespaced(kind)) ? this.#confined(parsed) : key;
  }

  async #object<T extends KubeObject | UnnamedObject>(object: T): Promise<T> {
    const kind = kindOfWritten(object, "write");
    if (!(await this.#isNamespaced(kind))) return object;
    return { ...object, metadata: this.#confined(object.metadata) };
  }

  async #collection<O extends CollectionOptions>(kind: Kind, options: O | undefined): Promise<O> {
    if (!(await this.#isNamespaced(kind))) return { ...options } as O;
    return this.#confined({ ...options } as O);
  }

  #confined<P extends { readonly namespace?: string }>(place: P): P {
    if (place.namespace && place.namespace !== this.namespace) {
      throw new ClientError(
        "INVALID_ARGUMENT",
        `this client is confined to the namespace ${this.namespace}, the call names ${place.namespace}`,
      );
    }
    return { ...place, namespace: this.namespace };
  }
}
