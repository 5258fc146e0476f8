import type { Clock, KubeObject } from "@kubewright/api";
import { nameOfKind } from "../cache/cache-options.ts";
import type { InformerCache } from "../cache/informer-cache.ts";
import { whenSourceSynced } from "../controller/source-sync.ts";
import { messageOf } from "../errors.ts";
import type { Informer } from "../informer/informer.ts";
import type { StreamState } from "../informer/informer-state.ts";
import type { HealthCheck } from "../observability/health/health-check.ts";
import type { Logger } from "../observability/log/logger.ts";
import { rbacHint } from "../observability/rbac-marker.ts";
import type { Part } from "./lifecycle.ts";

export interface CachePartOptions {
  readonly cache: InformerCache;
  readonly clock: Clock;
  readonly log: Logger;
  /** How long the informers that are there at the start may take. */
  readonly syncTimeoutMs: number;
}

/** The cache as a part of the manager. A kind that the server does not serve yet does not keep the others waiting. */
export function cachePart({ cache, clock, log, syncTimeoutMs }: CachePartOptions): Part {
  return {
    async start({ signal }) {
      cache.start();
      const informers = cache.states.map(({ kind }) => cache.informer(kind));
      await Promise.all(
        informers.map((informer) => {
          const name = nameOfKind(informer.kind);
          const source = { name, states: () => informer.states };
          return whenSourceSynced(source, whenSyncedOrMissing(informer, signal), {
            timeoutMs: syncTimeoutMs,
            clock,
            log: log.child({ source: name }),
            signal,
          });
        }),
      );
    },
    stop: () => cache.stop(),
  };
}

async function whenSyncedOrMissing(informer: Informer<KubeObject>, signal: AbortSignal): Promise<void> {
  const isMissing = () => informer.states.some(({ phase }) => phase === "missing");
  if (isMissing()) return;
  let onMissing = (): void => {};
  const missing = new Promise<void>((resolve) => {
    onMissing = resolve;
  });
  const subscription = informer.onStateChange(() => isMissing() && onMissing());
  try {
    await Promise.race([informer.whenSynced({ signal }), missing]);
  } finally {
    subscription[Symbol.dispose]();
  }
}

/** For so long a watch may be interrupted before that counts: connections end, servers restart. */
const graceMs = 30_000;
/** A watch that has been open for so long works, even if it has told nothing. */
const provenMs = 1_000;

/** Fails while a watch has not told yet of all that exists, or cannot be opened again; says which, and what stands in the way. */
export function cacheCheck(cache: InformerCache, clock: Clock): HealthCheck {
  return () => {
    const problems = cache.states.flatMap(({ kind, streams }) =>
      streams.flatMap((state) => {
        const problem = problemOf(state, clock.monotonic());
        // A kind is missing in all namespaces.
        const where = state.namespace === undefined || state.phase === "missing" ? "" : ` in ${state.namespace}`;
        return problem === undefined ? [] : `${nameOfKind(kind)}${where} ${problem}`;
      }),
    );
    if (problems.length > 0) throw new Error([...new Set(problems)].join("; "));
  };
}

function problemOf(state: StreamState, nowMs: number): string | undefined {
  const { phase, sinceMs, unwatchedSinceMs = nowMs, isSynced, error } = state;
  const seconds = Math.round((nowMs - unwatchedSinceMs) / 1000);
  const isWatched = phase === "watching" && nowMs - sinceMs >= provenMs;
  const isInterrupted = !isWatched && nowMs - unwatchedSinceMs > graceMs;
  if (isSynced && !isInterrupted) return undefined;
  if (phase === "missing") {
    return "is not served by the server: waiting for its CustomResourceDefinition to be installed";
  }
  const why = error === undefined ? "" : `: ${messageOf(error)}${rbacHint(error)}`;
  return isSynced ? `is not watched since ${seconds} s${why}` : `is not known in full yet${why}`;
}
