import type {
  Clock,
  Created,
  GroupVersionKind,
  Kind,
  KubeObject,
  ObjectList,
  Scope,
  UnnamedObject,
} from "@kubewright/api";
import type { CallOptions } from "../../call-options.ts";
import { Deadline } from "../../deadline.ts";
import { ClientError } from "../../errors.ts";
import { systemClock } from "../../host.ts";
import type {
  ApplyOptions,
  Client,
  CollectionOptions,
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
import { pathSegment, readKey } from "../request/resource-path.ts";
import { kindOfWritten } from "../request/written-object.ts";
import { deferredIterable } from "../stream/deferred-iterable.ts";
import type { WatchEvent, WatchOptions } from "../watch.ts";
import { ForwardingClient } from "./forwarding-client.ts";

export interface WithNamespaceOptions {
  /** Of the deadlines of calls. @default the host's */
  readonly clock?: Clock;
}

/**
 * `client`, for namespaced kinds confined to one namespace: lists and watches see only it, keys and objects are in it.
 *
 * Naming another namespace, or all of them, throws ClientError `INVALID_ARGUMENT`. Cluster-scoped kinds and `request` are as
 * before. Closing it closes `client`.
 */
export function withNamespace(client: Client, namespace: string, options: WithNamespaceOptions = {}): Client {
  pathSegment("namespace", namespace);
  return new NamespacedClient(client, namespace, options.clock ?? systemClock);
}

/** A call about what has been found to be in the namespace, with the time that finding out has left. */
type Send<P, O, R> = (place: P, options: O) => Promise<R>;

class NamespacedClient extends ForwardingClient {
  override readonly namespace: string;
  override readonly status: StatusWriter;
  readonly #clock: Clock;

  constructor(client: Client, namespace: string, clock: Clock) {
    super(client);
    this.namespace = namespace;
    this.#clock = clock;
    const { status } = client;
    this.status = {
      update: (object, options = {}) => this.#object(object, options, (own, left) => status.update(own, left)),
      patch: (kind, key, patch, options = {}) =>
        this.#key(kind, key, options, (own, left) => status.patch(kind, own, patch, left)),
      apply: (object, options = {}) => this.#object(object, options, (own, left) => status.apply(own, left)),
    };
  }

  override get<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options: GetOptions = {}): Promise<T> {
    return this.#key(kind, key, options, (own, left) => super.get(kind, own, left));
  }

  override find<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options: GetOptions = {}): Promise<T | undefined> {
    return this.#key(kind, key, options, (own, left) => super.find(kind, own, left));
  }

  override async list<T extends KubeObject>(kind: Kind<T>, options: ListOptions = {}): Promise<ObjectList<T>> {
    const deadline = new Deadline(this.#clock, options);
    const own = await this.#collection(kind, options, deadline.left());
    return await super.list(kind, { ...own, ...deadline.left() });
  }

  override listPages<T extends KubeObject>(
    kind: Kind<T>,
    options: ListPagesOptions = {},
  ): AsyncIterable<ObjectList<T>> {
    return deferredIterable(async () => super.listPages(kind, await this.#collection(kind, options, options)));
  }

  override create<T extends KubeObject | UnnamedObject>(object: T, options: WriteOptions = {}): Promise<Created<T>> {
    return this.#object(object, options, (own, left) => super.create(own, left));
  }

  override update<T extends KubeObject>(object: T, options: WriteOptions = {}): Promise<T> {
    return this.#object(object, options, (own, left) => super.update(own, left));
  }

  override patch<T extends KubeObject>(
    kind: Kind<T>,
    key: KeyLike,
    patch: Patch<NoInfer<T>>,
    options: ApplyOptions = {},
  ): Promise<T> {
    return this.#key(kind, key, options, (own, left) => super.patch(kind, own, patch, left));
  }

  override apply<T extends KubeObject>(object: T, options: ApplyOptions = {}): Promise<T> {
    return this.#object(object, options, (own, left) => super.apply(own, left));
  }

  override delete<T extends KubeObject>(object: T, options?: DeleteOptions): Promise<Deletion<T>>;
  override delete<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: DeleteOptions): Promise<Deletion<T>>;
  override delete<T extends KubeObject>(
    subject: T | Kind<T>,
    second: KeyLike | DeleteOptions = {},
    third: DeleteOptions = {},
  ): Promise<Deletion<T>> {
    return isKind(subject)
      ? this.#key(subject, second as KeyLike, third, (own, left) => super.delete(subject, own, left))
      : this.#object(subject, second as DeleteOptions, (own, left) => super.delete(own, left));
  }

  override async deleteAllOf<T extends KubeObject>(
    kind: Kind<T>,
    options: DeleteAllOptions = {},
  ): Promise<readonly T[]> {
    const deadline = new Deadline(this.#clock, options);
    const isConfined = await this.#isNamespaced(kind, deadline.left());
    if (isConfined && options.allNamespaces === true) throw this.#refusal("all namespaces");
    const own = isConfined ? this.#confined(options) : options;
    return await super.deleteAllOf(kind, { ...own, ...deadline.left() });
  }

  override subresource(name: string): Subresource {
    const inner = super.subresource(name);
    return {
      get: (kind, key, options = {}) => this.#key(kind, key, options, (own, left) => inner.get(kind, own, left)),
      create: (kind, key, body, options = {}) =>
        this.#key(kind, key, options, (own, left) => inner.create(kind, own, body, left)),
      update: (kind, key, body, options = {}) =>
        this.#key(kind, key, options, (own, left) => inner.update(kind, own, body, left)),
      patch: (kind, key, patch, options = {}) =>
        this.#key(kind, key, options, (own, left) => inner.patch(kind, own, patch, left)),
      apply: (kind, key, body, options = {}) =>
        this.#key(kind, key, options, (own, left) => inner.apply(kind, own, body, left)),
    };
  }

  override watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions = {}): AsyncIterable<WatchEvent<T>> {
    return deferredIterable(async () => {
      const deadline = new Deadline(this.#clock, { timeoutMs: Number.POSITIVE_INFINITY, ...options });
      const own = await this.#collection(kind, options, deadline.left());
      return super.watch(kind, { ...own, ...deadline.left() });
    });
  }

  override logs(key: KeyLike, options?: PodLogOptions): AsyncIterable<string> {
    return deferredIterable(async () => super.logs(this.#confined(readKey(key)), options));
  }

  async #isNamespaced(kind: GroupVersionKind & { readonly scope?: Scope }, limits: CallOptions): Promise<boolean> {
    const scope = kind.scope ?? (await this.discovery.resourceFor(kind, limits)).scope;
    return scope === "Namespaced";
  }

  async #key<O extends CallOptions, R>(kind: Kind, key: KeyLike, options: O, send: Send<KeyLike, O, R>): Promise<R> {
    const deadline = new Deadline(this.#clock, options);
    const parsed = readKey(key);
    const own = (await this.#isNamespaced(kind, deadline.left())) ? this.#confined(parsed) : key;
    return await send(own, { ...options, ...deadline.left() });
  }

  async #object<T extends KubeObject | UnnamedObject, O extends CallOptions, R>(
    object: T,
    options: O,
    send: Send<T, O, R>,
  ): Promise<R> {
    const deadline = new Deadline(this.#clock, options);
    const isConfined = await this.#isNamespaced(kindOfWritten(object, "write"), deadline.left());
    const own = isConfined ? { ...object, metadata: this.#confined(object.metadata) } : object;
    return await send(own, { ...options, ...deadline.left() });
  }

  async #collection<O extends CollectionOptions>(kind: Kind, options: O, limits: CallOptions): Promise<O> {
    return (await this.#isNamespaced(kind, limits)) ? this.#confined(options) : options;
  }

  #confined<P extends { readonly namespace?: string | undefined }>(place: P): P {
    if (place.namespace && place.namespace !== this.namespace) throw this.#refusal(place.namespace);
    return { ...place, namespace: this.namespace };
  }

  #refusal(named: string): ClientError {
    return new ClientError(
      "INVALID_ARGUMENT",
      `this client is confined to the namespace ${this.namespace}, the call names ${named}`,
    );
  }
}
