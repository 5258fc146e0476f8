import type { Clock, Scheduled } from "@kubewright/api";
import { onAbort } from "@kubewright/client";
import { messageOf, RuntimeError } from "../errors.ts";
import type { StreamState } from "../informer/informer-state.ts";
import type { Logger } from "../observability/log/logger.ts";
import { rbacHint, rbacMarkerOf } from "../observability/rbac-marker.ts";

/** What is waited for. */
export interface SyncingSource {
  readonly name: string;
  /** Where its watches stand. */
  states(): readonly StreamState[];
}

export interface SourceSyncOptions {
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Names the source in each line. */
  readonly log: Logger;
  /** Ends the wait, without an error. */
  readonly signal: AbortSignal;
}

/** When to say for the first time what is waited for, and how often from then on. */
const firstNoticeMs = 5_000;
const noticeMs = 30_000;

/**
 * Waits for a source to have told of all that exists, which `started` says, or for the signal to abort.
 *
 * Rejects with RuntimeError `CACHE_SYNC_TIMEOUT` when it takes longer than `timeoutMs`. The time that a kind is not served does not count:
 * its CustomResourceDefinition may come at any time. Says from time to time what it waits for.
 */
export async function whenSourceSynced(
  source: SyncingSource,
  started: Promise<void>,
  options: SourceSyncOptions,
): Promise<void> {
  const { timeoutMs, clock, log, signal } = options;
  let endMs = clock.monotonic() + timeoutMs;
  let noticeAtMs = clock.monotonic() + firstNoticeMs;
  for (;;) {
    const leftMs = Math.min(endMs, noticeAtMs) - clock.monotonic();
    if (await endsWithin(started, leftMs, clock, signal)) return;
    const nowMs = clock.monotonic();
    const isKindMissing = isWaitingForKind(source.states());
    if (isKindMissing) endMs = nowMs + timeoutMs;
    else if (nowMs >= endMs) throw timeout(source, timeoutMs);
    if (nowMs < noticeAtMs) continue;
    noticeAtMs = nowMs + noticeMs;
    const error = source.states().find((state) => !state.isSynced && state.error !== undefined)?.error;
    const rbacMarker = rbacMarkerOf(error);
    log[error === undefined && !isKindMissing ? "info" : "warn"](
      { ...(error !== undefined && { err: error }), ...(rbacMarker && { rbacMarker }) },
      isKindMissing
        ? "waiting for a kind that the server does not serve: is its CustomResourceDefinition installed?"
        : "waiting for cache to sync",
    );
  }
}

/** Whether `promise` resolved, or the signal aborted, within the time. Rejects as `promise` does before that. */
function endsWithin(promise: Promise<void>, ms: number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let timer: Scheduled | undefined;
    let forget = (): void => {};
    const settle = (act: () => void): void => {
      timer?.cancel();
      forget();
      act();
    };
    timer = clock.schedule(ms, () => settle(() => resolve(false)));
    forget = onAbort(signal, () => settle(() => resolve(true)));
    promise.then(
      () => settle(() => resolve(true)),
      (error: unknown) => settle(() => (signal.aborted ? resolve(true) : reject(error))),
    );
  });
}

/** Whether there is something to wait for, and all of it is kinds that are not served. */
function isWaitingForKind(states: readonly StreamState[]): boolean {
  const waiting = states.filter(({ isSynced }) => !isSynced);
  return waiting.length > 0 && waiting.every(({ phase }) => phase === "missing");
}

function timeout({ name, states }: SyncingSource, timeoutMs: number): RuntimeError {
  const waiting = states().filter(({ isSynced, phase }) => !isSynced && phase !== "missing");
  const error = waiting.find((state) => state.error !== undefined)?.error;
  const where = waiting.flatMap(({ namespace }) => (namespace === undefined ? [] : namespace)).join(", ");
  return new RuntimeError(
    "CACHE_SYNC_TIMEOUT",
    `${name}${where && ` in ${where}`} was not known in full after ${timeoutMs / 1000} s: ${reasonOf(error)}`,
    error === undefined ? {} : { cause: error },
  );
}

function reasonOf(error: unknown): string {
  if (error === undefined) return "the server did not answer in time; a longer cacheSyncTimeoutMs gives it more";
  return `${messageOf(error)}${rbacHint(error)}`;
}
