import {
  type Clock,
  type Created,
  isNotFound,
  type Kind,
  type KubeObject,
  metadataOf,
  type ObjectList,
  type UnnamedObject,
} from "@kubewright/api";
import type { Discovery } from "../discovery/discovery.ts";
import { ServerDiscovery } from "../discovery/server-discovery.ts";
import { ClientError } from "../errors.ts";
import { systemClock, systemRandom } from "../host.ts";
import type { ApiRequest, ApiResponse, Transport } from "../transport/transport.ts";
import { ApiStatusWriter, ApiSubresource } from "./api-subresource.ts";
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
} from "./client.ts";
import type { PodLogOptions } from "./pod-logs.ts";
import { deleteBody } from "./request/delete-body.ts";
import { deletionFrom } from "./request/deletion.ts";
import { isKind } from "./request/is-kind.ts";
import { acceptObject, asListOf } from "./request/projection.ts";
import { getQuery, listQuery, podLogQuery, selectionQuery, watchQuery } from "./request/request-query.ts";
import { ResourceExchange } from "./request/resource-exchange.ts";
import { kindOfWritten } from "./request/written-object.ts";
import { LineStream } from "./stream/line-stream.ts";
import { WatchStream } from "./stream/watch-stream.ts";
import type { WatchEvent, WatchOptions } from "./watch.ts";

export interface ApiClientOptions {
  readonly transport: Transport;
  /** Of keys and objects that name none. @default "default" */
  readonly namespace?: string;
  /** Of writes that name none. @default what the server makes of the user agent; apply then needs one per call */
  readonly fieldManager?: string;
  /** Names server and credential in the error for a 401: `https://10.0.0.1:6443 does not accept the token of …`. @default nothing */
  readonly refusal?: string;
  /** @default asks the server behind `transport` */
  readonly discovery?: Discovery;
  /** @default the host's */
  readonly clock?: Clock;
  /** Spreads the ends of watches; a number from 0 up to, not including, 1. @default the host's */
  readonly random?: () => number;
}

const pods = Object.freeze({ group: "", version: "v1", kind: "Pod", plural: "pods", scope: "Namespaced" });

/** The client over a transport. `connect` makes one from a kubeconfig. */
export class ApiClient implements Client {
  readonly namespace: string;
  readonly discovery: Discovery;
  readonly status: StatusWriter;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #exchange: ResourceExchange;
  readonly #closed = new AbortController();

  constructor(options: ApiClientOptions) {
    const { transport, clock = systemClock, namespace = "default", fieldManager } = options;
    this.namespace = namespace;
    this.#transport = transport;
    this.#clock = clock;
    this.#random = options.random ?? systemRandom;
    this.discovery = options.discovery ?? new ServerDiscovery({ send: (request) => transport.send(request), clock });
    this.#exchange = new ResourceExchange({
      transport,
      namespace,
      fieldManager,
      discovery: this.discovery,
      clock,
      refusal: options.refusal,
    });
    this.status = new ApiStatusWriter(this.#exchange);
  }

  async get<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options: GetOptions = {}): Promise<T> {
    const place = await this.#exchange.object(kind, key, options);
    return await this.#exchange.read(kind, place, getQuery(options));
  }

  async find<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options: GetOptions = {}): Promise<T | undefined> {
    try {
      return await this.get(kind, key, options);
    } catch (error) {
      // A ClientError that wraps a 404 says that the kind is missing, not the object.
      if (isNotFound(error) && !(error instanceof ClientError)) return undefined;
      throw error;
    }
  }

  async list<T extends KubeObject>(kind: Kind<T>, options: ListOptions = {}): Promise<ObjectList<T>> {
    const query = listQuery(options);
    const place = await this.#exchange.collection(kind, options.namespace, options);
    return await this.#exchange.readList(kind, place, query);
  }

  async *listPages<T extends KubeObject>(
    kind: Kind<T>,
    options: ListPagesOptions = {},
  ): AsyncGenerator<ObjectList<T>, void> {
    const { limit = 500 } = options;
    let page = await this.list(kind, { ...options, limit });
    yield page;
    while (page.metadata.continue) {
      page = await this.list(kind, { ...options, limit, continue: page.metadata.continue });
      yield page;
    }
  }

  async create<T extends KubeObject | UnnamedObject>(object: T, options: WriteOptions = {}): Promise<Created<T>> {
    const kind = kindOfWritten(object, "create");
    const place = await this.#exchange.home(kind, object.metadata.namespace, options);
    return await this.#exchange.write<Created<T>>("POST", place, object, options);
  }

  async update<T extends KubeObject>(object: T, options: WriteOptions = {}): Promise<T> {
    const place = await this.#exchange.object(kindOfWritten(object, "update"), object.metadata, options);
    return await this.#exchange.write<T>("PUT", place, object, options);
  }

  async patch<T extends KubeObject>(
    kind: Kind<T>,
    key: KeyLike,
    patch: Patch<NoInfer<T>>,
    options: ApplyOptions = {},
  ): Promise<T> {
    const place = await this.#exchange.object(kind, key, options);
    return await this.#exchange.patch<T>(place, patch, options);
  }

  async apply<T extends KubeObject>(object: T, options: ApplyOptions = {}): Promise<T> {
    const place = await this.#exchange.object(kindOfWritten(object, "apply"), object.metadata, options);
    return await this.#exchange.patch<T>(place, { apply: object }, options);
  }

  delete<T extends KubeObject>(object: T, options?: DeleteOptions): Promise<Deletion<T>>;
  delete<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: DeleteOptions): Promise<Deletion<T>>;
  async delete<T extends KubeObject>(
    subject: T | Kind<T>,
    keyOrOptions: KeyLike | DeleteOptions = {},
    kindOptions: DeleteOptions = {},
  ): Promise<Deletion<T>> {
    const [kind, key, options] = isKind(subject)
      ? [subject, keyOrOptions as KeyLike, kindOptions]
      : [kindOfWritten(subject, "delete"), subject.metadata, keyOrOptions as DeleteOptions];
    const place = await this.#exchange.object(kind, key, options);
    return deletionFrom<T>(await this.#exchange.send("DELETE", place, { body: deleteBody(options) }));
  }

  async deleteAllOf<T extends KubeObject>(kind: Kind<T>, options: DeleteAllOptions = {}): Promise<readonly T[]> {
    const query = selectionQuery(options);
    // There is no request that deletes in all namespaces.
    const namespaces = options.allNamespaces === true ? await this.#namespacesWith(kind, options) : [options.namespace];
    const deleted: T[] = [];
    for (const namespace of namespaces) {
      const place = await this.#exchange.home(kind, namespace, options);
      const answer = await this.#exchange.send<ObjectList<T>>("DELETE", place, { query, body: deleteBody(options) });
      // A server may say no more than that it was done.
      if (Array.isArray(answer.items)) deleted.push(...asListOf(kind, answer).items);
    }
    return deleted;
  }

  async #namespacesWith(kind: Kind, options: DeleteAllOptions): Promise<Set<string>> {
    const { namespace, signal, timeoutMs, labelSelector, fieldSelector } = options;
    if (namespace) {
      const message = `deleteAllOf is told to delete in the namespace ${namespace} and in all namespaces: leave out one of them`;
      throw new ClientError("INVALID_ARGUMENT", message);
    }
    const { scope } = await this.#exchange.locate(kind, options);
    if (scope === "Cluster") {
      throw new ClientError("INVALID_ARGUMENT", `${kind.kind} is cluster-scoped: leave out allNamespaces`);
    }
    const selection = { signal, timeoutMs, labelSelector, fieldSelector } as ListPagesOptions;
    const namespaces = new Set<string>();
    for await (const { items } of this.listPages(metadataOf(kind), selection)) {
      for (const { metadata } of items) if (metadata.namespace) namespaces.add(metadata.namespace);
    }
    return namespaces;
  }

  watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions = {}): AsyncIterable<WatchEvent<T>> {
    return { [Symbol.asyncIterator]: () => this.#watch(kind, options) };
  }

  #watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions): WatchStream<T> {
    const { timeoutSeconds = 240 + Math.floor(this.#random() * 60) } = options;
    const { idleTimeoutMs = (timeoutSeconds + 10) * 1000 } = options;
    const open = async (signal: AbortSignal) => {
      const query = watchQuery(options, timeoutSeconds);
      const place = await this.#exchange.collection(kind, options.namespace, { ...options, signal });
      const response = await this.#exchange.open(place, "json", { query, headers: { accept: acceptObject(kind) } });
      if (!signal.aborted) options.onOpen?.();
      return response;
    };
    const { signal } = options;
    return new WatchStream<T>({ kind, open, signal, closed: this.#closed.signal, clock: this.#clock, idleTimeoutMs });
  }

  logs(key: KeyLike, options: PodLogOptions = {}): AsyncIterable<string> {
    const open = async (signal: AbortSignal) => {
      const place = await this.#exchange.object(pods, key, { ...options, signal }, "log");
      return await this.#exchange.open(place, "any", { query: podLogQuery(options), headers: { accept: "*/*" } });
    };
    return {
      [Symbol.asyncIterator]: () => new LineStream({ open, signal: options.signal, closed: this.#closed.signal }),
    };
  }

  subresource(name: string): Subresource {
    return new ApiSubresource(this.#exchange, name);
  }

  async request(request: ApiRequest): Promise<ApiResponse> {
    return await this.#transport.send(request);
  }

  async close(): Promise<void> {
    await this.#transport.close();
    this.#closed.abort(new ClientError("CLOSED", "the client was closed"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
