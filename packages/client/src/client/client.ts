import type {
  Created,
  JsonPatchOperation,
  Kind,
  KubeObject,
  LabelSelector,
  ObjectKey,
  ObjectList,
  UnnamedObject,
} from "@kubewright/api";
import type { CallOptions } from "../call-options.ts";
import type { Discovery } from "../discovery/discovery.ts";
import type { ApiRequest, ApiResponse } from "../transport/transport.ts";
import type { PodLogOptions } from "./pod-logs.ts";
import type { WatchEvent, WatchOptions } from "./watch.ts";

/** Where an object is: `{ namespace, name }`, `"namespace/name"`, or `"name"` for the client's namespace or a cluster-scoped kind. */
export type KeyLike = ObjectKey | string;

export interface GetOptions extends CallOptions {
  /** `"0"` lets the server answer from its cache; `"n"` asks for state not older than n. @default the newest state */
  readonly resourceVersion?: string;
}

/** Which objects of a kind. */
export interface CollectionOptions extends CallOptions {
  /** Only this namespace. @default all namespaces */
  readonly namespace?: string | undefined;
  /** `"app=web,tier in (a, b)"`, or the structure that objects carry in `spec.selector`. */
  readonly labelSelector?: string | LabelSelector;
  /** `"metadata.name=web"`, or fields with the values they must have. */
  readonly fieldSelector?: string | Readonly<Record<string, string>>;
}

export interface ListOptions extends CollectionOptions {
  /** At most so many objects; the rest follows with `continue`. @default no limit */
  readonly limit?: number;
  /** `metadata.continue` of the page before. */
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: "NotOlderThan" | "Exact";
}

/** `timeoutMs` holds for each page. */
export interface ListPagesOptions extends CollectionOptions {
  /** Objects per page. @default 500 */
  readonly limit?: number;
}

export interface WriteOptions extends CallOptions {
  /** Go through admission and validation, change nothing. @default false */
  readonly dryRun?: boolean;
  /** The name under which the server records who set which field. @default the client's field manager */
  readonly fieldManager?: string;
  /** What the server does with unknown and duplicate fields. @default the server's choice: Warn */
  readonly fieldValidation?: "Strict" | "Warn" | "Ignore";
}

export interface ApplyOptions extends WriteOptions {
  /** Take over fields that another manager owns, instead of failing with a conflict. @default false */
  readonly force?: boolean;
}

export interface DeleteOptions extends CallOptions {
  readonly dryRun?: boolean;
  /** What happens to dependents. @default the kind's default */
  readonly propagationPolicy?: "Foreground" | "Background" | "Orphan";
  readonly gracePeriodSeconds?: number;
  /** Delete only if the object still is this one. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

export interface DeleteAllOptions extends DeleteOptions, CollectionOptions {
  /** Only this namespace. @default the client's */
  readonly namespace?: string | undefined;
  /** Delete in every namespace. Not together with `namespace`, and not for cluster-scoped kinds. @default false */
  readonly allNamespaces?: boolean;
}

/** What the server said of a deletion that it accepted. */
export interface Deletion<T extends KubeObject = KubeObject> {
  /** Of the object that goes or is gone, where the server named it. */
  readonly uid?: string;
  /**
   * The object, from servers that answer with it. With a `deletionTimestamp`, finalizers or a grace period may keep it for a
   * while; for some kinds it is the object as it was, and is gone already.
   */
  readonly object?: T;
}

/** What a JSON merge patch of a `T` may say: any part of it, and `null` for what is to go. Lists are replaced whole. */
export type MergePatch<T> = T extends readonly (infer E)[]
  ? readonly E[]
  : T extends object
    ? { readonly [K in keyof T]?: MergePatch<T[K]> | null | undefined }
    : T;

/** A change to an object of type `T`, in one of the server's four patch types. Exactly one key. */
export type Patch<T = object> =
  /** RFC 7386: members replace, `null` removes. */
  | { readonly merge: MergePatch<T> }
  /** RFC 6902. */
  | { readonly json: readonly JsonPatchOperation[] }
  /** Lists merge by their key. Built-in kinds only. */
  | { readonly strategic: object }
  /** Server-side apply; `client.apply` is the usual way. Needs a field manager. */
  | { readonly apply: object };

/** Reads objects. What a read gives belongs to the caller, who may change it: nothing else holds on to it. */
export interface Reader {
  /** The object. Throws a StatusError for which `isNotFound` holds when there is none. */
  get<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: GetOptions): Promise<T>;
  /** The object, or undefined when there is none. */
  find<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: GetOptions): Promise<T | undefined>;
  /** One page, or everything when no limit is given. Each item carries its `apiVersion` and `kind`. */
  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>>;
  /** All pages, as of one moment. Throws a StatusError for which `isGone` holds when the server forgot that moment. */
  listPages<T extends KubeObject>(kind: Kind<T>, options?: ListPagesOptions): AsyncIterable<ObjectList<T>>;
}

/**
 * Changes objects. Every call resolves to what the server stored. What names no namespace is in the client's.
 *
 * An object says its kind, but not its path: the first call that takes an object asks discovery, which keeps the answer.
 */
export interface Writer {
  create<T extends KubeObject | UnnamedObject>(object: T, options?: WriteOptions): Promise<Created<T>>;
  /** Replaces the object. With `metadata.resourceVersion`, only if nobody else wrote since (`isConflict`). */
  update<T extends KubeObject>(object: T, options?: WriteOptions): Promise<T>;
  patch<T extends KubeObject>(
    kind: Kind<T>,
    key: KeyLike,
    patch: Patch<NoInfer<T>>,
    options?: ApplyOptions,
  ): Promise<T>;
  /** Server-side apply: the fields of `object` are wanted as they are; fields applied before and now absent go. */
  apply<T extends KubeObject>(object: T, options?: ApplyOptions): Promise<T>;
  /** Asks for deletion. Resolves when the server accepted it; finalizers may keep the object for a while. */
  delete<T extends KubeObject>(object: T, options?: DeleteOptions): Promise<Deletion<T>>;
  delete<T extends KubeObject>(kind: Kind<T>, key: KeyLike, options?: DeleteOptions): Promise<Deletion<T>>;
  /**
   * Deletes all that match. With `allNamespaces`, that is one request for each namespace; `timeoutMs` holds for each.
   *
   * Resolves to the objects that the server says it deleted, as they were before.
   */
  deleteAllOf<T extends KubeObject>(kind: Kind<T>, options?: DeleteAllOptions): Promise<readonly T[]>;
}

/** Writes the observed state of objects, and nothing else of them. */
export interface StatusWriter {
  update<T extends KubeObject>(object: T, options?: WriteOptions): Promise<T>;
  patch<T extends KubeObject>(
    kind: Kind<T>,
    key: KeyLike,
    patch: Patch<NoInfer<T>>,
    options?: ApplyOptions,
  ): Promise<T>;
  apply<T extends KubeObject>(object: T, options?: ApplyOptions): Promise<T>;
}

/** One subresource (`scale`, `token`, `eviction`, `binding` …), of any object that has it. */
export interface Subresource {
  get<S extends KubeObject = KubeObject>(kind: Kind, key: KeyLike, options?: GetOptions): Promise<S>;
  create<S extends object>(kind: Kind, key: KeyLike, body: S, options?: WriteOptions): Promise<S>;
  update<S extends object>(kind: Kind, key: KeyLike, body: S, options?: WriteOptions): Promise<S>;
  patch<S extends object = KubeObject>(kind: Kind, key: KeyLike, patch: Patch, options?: ApplyOptions): Promise<S>;
  apply<S extends object>(kind: Kind, key: KeyLike, body: S, options?: ApplyOptions): Promise<S>;
}

/** Follows objects as they change. What an event carries belongs to the caller, as what a read gives. */
export interface Watcher {
  /**
   * What changes from now on, or from a version. Ends when the server ends it; see `WatchOptions`.
   *
   * Each iteration opens a watch of its own. Leaving the loop closes it. Events are taken from the connection as they are
   * asked for, so a slow consumer slows the server down instead of filling the memory.
   */
  watch<T extends KubeObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>;
}

/** Talks to one API server, about objects of any kind. */
export interface Client extends Reader, Writer, Watcher, AsyncDisposable {
  readonly status: StatusWriter;
  subresource(name: string): Subresource;
  /** The log of a pod's container, line by line, without the newlines. Opened by the iteration, closed by leaving it. */
  logs(key: KeyLike, options?: PodLogOptions): AsyncIterable<string>;
  /** What the server serves. */
  readonly discovery: Discovery;
  /** The namespace of keys that name none. */
  readonly namespace: string;
  /** Sends any request, with this client's credentials and interceptors. For paths that no verb covers. */
  request(request: ApiRequest): Promise<ApiResponse>;
  /** Ends everything under way and frees sockets. Calls under way, and later ones, fail with ClientError `CLOSED`. */
  close(): Promise<void>;
}
