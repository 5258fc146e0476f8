import type { Kind, KubeObject, ObjectList, UnnamedObject } from "@kubewright/api";
import type { Discovery } from "../../discovery/discovery.ts";
import type { ApiRequest, ApiResponse } from "../../transport/transport.ts";
import type {
  ApplyOptions,
  Client,
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
import type { WatchEvent, WatchOptions } from "../watch.ts";

/** How the options of writes are changed on their way. */
export interface WriteChange {
  write(options: ApplyOptions): ApplyOptions;
  remove(options: DeleteAllOptions): DeleteAllOptions;
  request(request: ApiRequest): ApiRequest;
}

/** `client`, whose writes get other options. Closing it closes `client`. */
export function withWriteOptions(client: Client, change: WriteChange): Client {
  return new WriteOptionsClient(client, change);
}

class WriteOptionsClient implements Client {
  readonly status: StatusWriter;
  readonly #client: Client;
  readonly #change: WriteChange;

  constructor(client: Client, change: WriteChange) {
    this.#client = client;
    this.#change = change;
    this.status = {
      update: (object, options = {}) => client.status.update(object, change.write(options)),
      patch: (kind, key, patch, options = {}) => client.status.patch(kind, key, patch, change.write(options)),
      apply: (object, options = {}) => client.status.apply(object, change.write(options)),
    };
  }

  get namespace(): string {
    return this.#client.namespace;
  }

  get discovery(): Discovery {
    return this.#client.discovery;
  }

  async get<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: GetOptions): Promise<T> {
    return await this.#client.get(kind, key, options);
  }

  async find<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: GetOptions): Promise<T | undefined> {
    return await this.#client.find(kind, key, options);
  }

  async list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>> {
    return await this.#client.list(kind, options);
  }

  listPages<T extends KubeObject>(kind: Kind<T>, options?: ListPagesOptions): AsyncIterable<ObjectList<T>> {
    return this.#client.listPages(kind, options);
  }

  async create<T extends KubeObject | UnnamedObject>(object: T, options: WriteOptions = {}): Promise<Created<T>> {
    return await this.#client.create(object, this.#change.write(options));
  }

  async update<T extends KubeObject>(object: T, options: WriteOptions = {}): Promise<T> {
    return await this.#client.update(object, this.#change.write(options));
  }

  async patch<T extends KubeObject>(kind: Kind<T>, key: KeyLike, patch: Patch, options: ApplyOptions = {}): Promise<T> {
    return await this.#client.patch(kind, key, patch, this.#change.write(options));
  }

  async apply<T extends KubeObject>(object: T, options: ApplyOptions = {}): Promise<T> {
    return await this.#client.apply(object, this.#change.write(options));
  }

  delete(object: KubeObject, options?: DeleteOptions): Promise<void>;
  delete(kind: Kind, key: KeyLike, options?: DeleteOptions): Promise<void>;
  async delete(
    subject: KubeObject | Kind,
    second: KeyLike | DeleteOptions = {},
    third: DeleteOptions = {},
  ): Promise<void> {
    if (isKind(subject)) await this.#client.delete(subject, second as KeyLike, this.#change.remove(third));
    else await this.#client.delete(subject, this.#change.remove(second as DeleteOptions));
  }

  async deleteAllOf(kind: Kind, options: DeleteAllOptions = {}): Promise<void> {
    await this.#client.deleteAllOf(kind, this.#change.remove(options));
  }

  subresource(name: string): Subresource {
    const inner = this.#client.subresource(name);
    const change = this.#change;
    return {
      get: (kind, key, options) => inner.get(kind, key, options),
      create: (kind, key, body, options = {}) => inner.create(kind, key, body, change.write(options)),
      update: (kind, key, body, options = {}) => inner.update(kind, key, body, change.write(options)),
      patch: (kind, key, patch, options = {}) => inner.patch(kind, key, patch, change.write(options)),
      apply: (kind, key, body, options = {}) => inner.apply(kind, key, body, change.write(options)),
    };
  }

  watch<T extends KubeObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>> {
    return this.#client.watch(kind, options);
  }

  logs(key: KeyLike, options?: PodLogOptions): AsyncIterable<string> {
    return this.#client.logs(key, options);
  }

  async request(request: ApiRequest): Promise<ApiResponse> {
    return await this.#client.request(this.#change.request(request));
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
