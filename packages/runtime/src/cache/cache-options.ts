import type { Clock, GroupVersionKind, Kind } from "@kubewright/api";
import type { Client, CollectionOptions } from "@kubewright/client";
import type { InformerOptions, Transform } from "../informer/informer-options.ts";
import type { Logger } from "../observability/log/logger.ts";
import type { InformerMetrics } from "../observability/metric/component-metrics.ts";

/** What a cache holds, and how. */
export interface CachingOptions {
  /** Only these, with one watch each. Cluster-scoped kinds are held as a whole; their `Kind` must say its scope. @default "all" */
  readonly namespaces?: readonly string[] | "all";
  /** Only objects with such labels. The others are as if they did not exist. */
  readonly labelSelector?: NonNullable<CollectionOptions["labelSelector"]>;
  /** Only objects with such fields, of those that the server can select by. The others are as if they did not exist. */
  readonly fieldSelector?: NonNullable<CollectionOptions["fieldSelector"]>;
  /**
   * Changes objects before they are kept, to save memory say. What it drops is gone for readers, too, and a kind that has one does
   * not take part in leaving out writes that change nothing, but for `apply`.
   */
  readonly transform?: Transform;
  /** Keep no `metadata.managedFields`, which are often most of an object. Writes without them leave them as they are. @default true */
  readonly stripManagedFields?: boolean;
  /** How often handlers are told of everything again. @default never */
  readonly resyncMs?: number;
  /** Objects per page of a list. @default 500 */
  readonly pageSize?: number;
  /**
   * Reads give the cache's own objects, rather than copies, and answers to writes share parts with them. Who changes one changes what everybody
   * reads from then on. Such a kind does not take part in leaving out writes that change nothing, but for `apply`.
   * @default false
   */
  readonly unsafeShareObjects?: boolean;
}

/** What goes for one kind. What is left out is as for all kinds. */
export interface KindCachingOptions extends CachingOptions {
  /**
   * With `metadataOf(kind)`, for reads and watches of the metadata alone. Where that selects or changes objects in another way than what
   * goes for the kind, there are two informers, of which one may be ahead of the other.
   */
  readonly kind: Kind;
}

/** What a cache needs of a client. */
export type CacheClient = Pick<Client, "list" | "watch" | "discovery" | "namespace">;

export interface InformerCacheOptions extends CachingOptions {
  /** Lists and watches. Closing it is left to the caller. */
  readonly client: CacheClient;
  readonly byKind?: readonly KindCachingOptions[];
  /**
   * What a read does of a kind that has no informer: start one and wait for it, or fail with RuntimeError `NOT_CACHED`.
   * @default "start"
   */
  readonly onMissing?: "start" | "fail";
  /** Goes to every informer, for what has no option here. */
  readonly informer?: Pick<
    InformerOptions,
    "backOff" | "freezeObjects" | "idleTimeoutMs" | "listTimeoutMs" | "minWatchMs" | "missingRetryMs" | "useWatchList"
  >;
  /** @default the host's */
  readonly clock?: Clock;
  /** From 0 up to, not including, 1. @default the host's */
  readonly random?: () => number;
  /** @default says nothing */
  readonly log?: Logger;
  /** A `Metrics` is one. @default nobody counts */
  readonly metrics?: { informer(kind: GroupVersionKind): InformerMetrics };
}

/** A kind, or what an object says of its kind. */
export type KindName = Pick<Kind, "apiVersion" | "kind" | "projection">;

/** What goes for `kind`: by kind before the default. */
export function cachingOf(kind: KindName, options: InformerCacheOptions): CachingOptions {
  const { byKind = [], ...defaults } = options;
  const isMeant = (other: Kind): boolean => other.apiVersion === kind.apiVersion && other.kind === kind.kind;
  const own =
    byKind.find((entry) => isMeant(entry.kind) && entry.kind.projection === kind.projection) ??
    byKind.find((entry) => isMeant(entry.kind) && entry.kind.projection === undefined);
  return { ...defaults, ...withoutUndefined(own ?? {}) };
}

/** Whether of the whole objects of a kind, and of their metadata alone, the same is to be held. */
export function isHeldAlike({ apiVersion, kind }: KindName, options: InformerCacheOptions): boolean {
  const whole = cachingOf({ apiVersion, kind }, options);
  const metadata = cachingOf({ apiVersion, kind, projection: "metadata" }, options);
  return whole.transform === metadata.transform && textOfSelection(whole) === textOfSelection(metadata);
}

function textOfSelection({ namespaces, labelSelector, fieldSelector, stripManagedFields }: CachingOptions): string {
  return JSON.stringify([namespaces ?? "all", labelSelector ?? "", fieldSelector ?? "", stripManagedFields ?? true]);
}

function withoutUndefined<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

/** `apps/v1 Deployment`, to tell kinds apart; the same for the metadata alone. */
export function textOfKind({ apiVersion, kind }: KindName): string {
  return `${apiVersion} ${kind}`;
}

/** `Deployment of apps/v1`, for messages. */
export function nameOfKind({ apiVersion, kind, projection }: KindName): string {
  return `${projection === "metadata" ? "metadata of " : ""}${kind} of ${apiVersion}`;
}
