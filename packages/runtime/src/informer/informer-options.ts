import type { Clock, Kind, KubeObject } from "@kubewright/api";
import type { Client, CollectionOptions } from "@kubewright/client";
import type { Logger } from "../observability/log/logger.ts";
import type { InformerMetrics } from "../observability/metric/component-metrics.ts";
import type { IndexFunction, MutableObjectStore } from "./store.ts";

/** What an informer needs of a client. */
export type InformerClient = Pick<Client, "list" | "watch" | "discovery">;

/** Changes an object before it is kept, to save memory say. Gets it fresh from the server: may change it, or give another one. */
export type Transform<T extends KubeObject = KubeObject> = (object: T) => T;

export interface InformerOptions<T extends KubeObject = KubeObject> {
  readonly client: InformerClient;
  /** With `metadataOf(kind)`, only the metadata is asked for and kept. */
  readonly kind: Kind<T>;
  /** One stream for each. Left out for kinds that say they are cluster-scoped. @default one stream for all namespaces */
  readonly namespaces?: readonly string[];
  readonly labelSelector?: NonNullable<CollectionOptions["labelSelector"]>;
  readonly fieldSelector?: NonNullable<CollectionOptions["fieldSelector"]>;
  /** Must keep name, namespace, uid and resourceVersion. If it throws, that is logged and the object is kept as it came. */
  readonly transform?: Transform<T>;
  /** Forget `metadata.managedFields`, before `transform`. @default false */
  readonly stripManagedFields?: boolean;
  /** How often each handler is told of everything again; spread by a tenth. A handler may ask for another. @default never */
  readonly resyncMs?: number;
  /** Objects per page of a list, when the server does not stream them. @default 500 */
  readonly pageSize?: number;
  /** Ask the server to stream the initial state, if it can (WatchList), rather than list it. @default true */
  readonly useWatchList?: boolean;
  readonly indexes?: Readonly<Record<string, IndexFunction<T>>>;
  /** What to fill; nobody else may change it. @default an IndexedStore */
  readonly store?: MutableObjectStore<T>;
  /** Freeze what is kept, deeply: who changes it gets a TypeError. For tests; takes time. @default false */
  readonly freezeObjects?: boolean;
  /** The server ends each watch after so long or, by chance, up to twice so long, in whole seconds. @default 300_000 */
  readonly minWatchMs?: number;
  /**
   * A watch that told nothing for so long is dead, and opened anew.
   * @default 150_000 once the server has sent a bookmark by itself, which it then does each minute; until then, the time for which the watch may last
   */
  readonly idleTimeoutMs?: number;
  /** How long a page of a list may take. @default 60_000 */
  readonly listTimeoutMs?: number;
  /** Between attempts that fail: from `baseMs`, twice as long each time, up to `maxMs`; half of it by chance. @default 800 and 30_000 */
  readonly backOff?: { readonly baseMs?: number; readonly maxMs?: number };
  /** How long at most until the server is asked again for a kind that it does not serve. @default 10_000 */
  readonly missingRetryMs?: number;
  /** @default the host's */
  readonly clock?: Clock;
  /** From 0 up to, not including, 1. @default the host's */
  readonly random?: () => number;
  /** @default says nothing */
  readonly log?: Logger;
  /** @default nobody counts */
  readonly metrics?: InformerMetrics;
}
