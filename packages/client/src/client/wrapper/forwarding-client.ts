import type { Created, Kind, KubeObject, ObjectList, UnnamedObject } from "@kubewright/api";
import type { Discovery } from "../../discovery/discovery.ts";
import type { ApiRequest, ApiResponse } from "../../transport/transport.ts";
import type {
  ApplyOptions,
  Client,
  DeleteAllOptions,
  DeleteOptions,
  Deletion,
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

/** Hands every call on to another client. A client with other behaviour extends it and overrides what it changes. */
export class ForwardingClient implements Client {
  readonly namespace: string;
  readonly discovery: Discovery;
  readonly status: StatusWriter;
  readonly #client: Client;

  constructor(client: Client) {
    this.namespace = client.namespace;
    this.discovery = client.discovery;
    this.status = client.status;
    this.#client = client;
  }

  get<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: GetOptions): Promise<T> {
    return this.#client.get(kind, key, options);
  }

  find<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: GetOptions): Promise<T | undefined> {
    return this.#client.find(kind, key, options);
  }

  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>> {
    return this.#client.list(kind, options);
  }

  listPages<T extends KubeObject>(kind: Kind<T>, options?: ListPagesOptions): AsyncIterable<ObjectList<T>> {
    return this.#client.listPages(kind, options);
  }

  create<T extends KubeObject | UnnamedObject>(object: T, options?: WriteOptions): Promise<Created<T>> {
    return this.#client.create(object, options);
  }

  update<T extends KubeObject>(object: T, options?: WriteOptions): Promise<T> {
    return this.#client.update(object, options);
  }

  patch<T extends KubeObject>(
    kind: Kind<T>,
    key: KeyLike,
    patch: Patch<NoInfer<T>>,
    options?: ApplyOptions,
  ): Promise<T> {
    return this.#client.patch(kind, key, patch, options);
  }

  apply<T extends KubeObject>(object: T, options?: ApplyOptions): Promise<T> {
    return this.#client.apply(object, options);
  }

  delete<T extends KubeObject>(object: T, options?: DeleteOptions): Promise<Deletion<T>>;
  delete<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: DeleteOptions): Promise<Deletion<T>>;
  delete<T extends KubeObject>(
    subject: T | Kind<T>,
    second?: KeyLike | DeleteOptions,
    third?: DeleteOptions,
  ): Promise<Deletion<T>> {
    return isKind(subject)
      ? this.#client.delete(subject, second as KeyLike, third)
      : this.#client.delete(subject, second as DeleteOptions);
  }

  deleteAllOf<T extends KubeObject>(kind: Kind<T>, options?: DeleteAllOptions): Promise<readonly T[]> {
    return this.#client.deleteAllOf(kind, options);
  }

  subresource(name: string): Subresource {
    return this.#client.subresource(name);
  }

  watch<T extends KubeObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>> {
    return this.#client.watch(kind, options);
  }

  logs(key: KeyLike, options?: PodLogOptions): AsyncIterable<string> {
    return this.#client.logs(key, options);
  }

  request(request: ApiRequest): Promise<ApiResponse> {
    return this.#client.request(request);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
