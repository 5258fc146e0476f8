import type { Clock, Kind, KubeObject } from "@kubewright/api";
import { ClientError, type CollectionOptions, sleep, type WatchEvent, type WatchOptions } from "@kubewright/client";
import type { Logger } from "../../observability/log/logger.ts";
import type { InformerMetrics } from "../../observability/metric/component-metrics.ts";
import type { InformerClient } from "../informer-options.ts";
import type { StreamPhase, StreamState } from "../informer-state.ts";
import { BackOff } from "./back-off.ts";
import { FailureLog } from "./failure-log.ts";
import { OpenWatch } from "./open-watch.ts";
import { readPages } from "./read-pages.ts";
import { type FailureReason, failureReason, retryAfterMs } from "./stream-failure.ts";
import type { StreamFeed } from "./stream-feed.ts";
import type { StreamReplica } from "./stream-replica.ts";
import { isOtherList, listStep, type StreamKnowledge, type StreamStep, stepAfterFailure } from "./stream-step.ts";

export interface ReflectorOptions<T extends KubeObject> {
  readonly client: InformerClient;
  readonly kind: Kind<T>;
  readonly selection: Pick<CollectionOptions, "namespace" | "labelSelector" | "fieldSelector">;
  readonly replica: StreamReplica<T>;
  readonly pageSize: number;
  readonly useWatchList: boolean;
  readonly minWatchMs: number;
  /** Absent: depends on whether the server sends bookmarks. */
  readonly idleTimeoutMs: number | undefined;
  readonly listTimeoutMs: number;
  readonly backOff: { readonly baseMs: number; readonly maxMs: number };
  readonly missingRetryMs: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics: InformerMetrics | undefined;
  readonly onStateChange: (state: StreamState) => void;
}

/** Servers that send bookmarks do so each minute. */
const bookmarkIdleMs = 150_000;
/** Objects of a list come without a break; one that has none for so long comes from a server that will not say that it is complete. */
const streamIdleMs = 30_000;
/** Longer than the time between bookmarks: some proxies hold back the headers until there is a byte of the body. */
const openTimeoutMs = 90_000;
const healthyMs = 120_000;
/** A watch that the server ended so soon, without an event, was not a success. */
const shortWatchMs = 1_000;
/** So many watches in a row that the server answered and that told nothing: something is wrong with the version that is known. */
const maxFruitless = 3;
/** How often at most metrics are told that a watch lives. */
const aliveMs = 1_000;

/** Keeps a replica as the server has it: reads all that exists, then follows changes, and begins again where that is needed. */
export class Reflector<T extends KubeObject> implements StreamFeed {
  readonly #options: ReflectorOptions<T>;
  readonly #end = new AbortController();
  readonly #backOff: BackOff;
  readonly #missingBackOff: BackOff;
  readonly #failures: FailureLog;
  #state: StreamState;
  #running: Promise<void> | undefined;
  #hasWatchList: boolean;
  #sendsBookmarks = false;
  #fruitless = 0;
  /** Whether the watch that is open has told something. */
  #hasTold = false;
  /** What is open now, to be ended on stop. */
  #open: OpenWatch<T> | undefined;
  #toldAliveMs = Number.NEGATIVE_INFINITY;

  constructor(options: ReflectorOptions<T>) {
    const { clock, random, backOff, missingRetryMs, selection } = options;
    const times = { clock, random, resetMs: healthyMs, baseMs: backOff.baseMs };
    this.#options = options;
    this.#hasWatchList = options.useWatchList;
    this.#backOff = new BackOff({ ...times, maxMs: backOff.maxMs });
    this.#missingBackOff = new BackOff({ ...times, maxMs: missingRetryMs });
    this.#failures = new FailureLog(options.log, clock);
    this.#state = {
      ...(selection.namespace !== undefined && { namespace: selection.namespace }),
      phase: "idle",
      sinceMs: clock.monotonic(),
      unwatchedSinceMs: clock.monotonic(),
      isSynced: false,
    };
  }

  get state(): StreamState {
    return this.#state;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    const reason = new DOMException("the informer was stopped", "AbortError");
    this.#end.abort(reason);
    this.#open?.fail(reason);
    await this.#running;
    await this.#open?.close();
    this.#enter("stopped", this.#state.error);
  }

  async #run(): Promise<void> {
    const { signal } = this.#end;
    this.#enter("listing", undefined);
    let step: StreamStep<T> = listStep(this.#knowledge, "");
    while (!signal.aborted) {
      try {
        step = await this.#take(step);
      } catch (error) {
        if (signal.aborted) return;
        if (failureReason(error) === "closed") {
          this.#endBy(error);
          return;
        }
        step = await this.#recover(step, error);
      }
    }
  }

  #endBy(error: unknown): void {
    this.#failures.ended(error);
    this.#enter("stopped", error);
  }

  async #take(step: StreamStep<T>): Promise<StreamStep<T>> {
    switch (step.type) {
      case "stream":
        return await this.#stream(step.notOlderThan);
      case "pages":
        return await this.#readPages(step.notOlderThan);
      case "watch":
        return await this.#watch(step.open);
      case "wait":
        await sleep(step.delayMs, { clock: this.#options.clock, signal: this.#end.signal });
        return step.next;
    }
  }

  get #knowledge(): StreamKnowledge {
    const { resourceVersion } = this.#options.replica;
    return { hasWatchList: this.#hasWatchList, resourceVersion, isStuck: this.#fruitless >= maxFruitless };
  }

  async #stream(notOlderThan: string | undefined): Promise<StreamStep<T>> {
    const { kind, replica, clock } = this.#options;
    const beganMs = clock.monotonic();
    const inTake = replica.beginList();
    const watch = this.#openWatch(
      { sendInitialEvents: true, ...(notOlderThan !== undefined && { resourceVersion: notOlderThan }) },
      () => {
        this.#enter("listing", undefined);
        watch.guard(Math.min(this.#idleTimeoutMs, streamIdleMs));
      },
    );
    try {
      for (let event = await watch.next(); event !== undefined; event = await watch.next()) {
        if (event.type !== "BOOKMARK") {
          if (event.type === "DELETED") inTake.delete(event.object);
          else inTake.set(event.object);
        } else if (event.isInitialEventsEnd) {
          inTake.complete(event.resourceVersion);
          this.#listed(beganMs);
          watch.guard(this.#idleTimeoutMs);
          this.#hasTold = true;
          this.#enter("watching", undefined);
          return { type: "watch", open: watch };
        }
      }
    } catch (error) {
      await watch.close();
      throw error;
    }
    throw new ClientError(
      "UNEXPECTED_RESPONSE",
      `the server ended the watch of ${kind.kind} before it had told all that exists`,
    );
  }

  async #readPages(notOlderThan: string | undefined): Promise<StreamStep<T>> {
    const { client, kind, selection, pageSize, listTimeoutMs, replica, clock } = this.#options;
    const beganMs = clock.monotonic();
    await readPages(client, kind, {
      list: { ...selection, signal: this.#end.signal, timeoutMs: listTimeoutMs },
      pageSize,
      notOlderThan,
      beginList: () => replica.beginList(),
      onAnswer: () => this.#enter("listing", undefined),
    });
    this.#listed(beganMs);
    this.#enter("listing", undefined);
    return { type: "watch" };
  }

  /** Ends when the server ends the watch, which it does from time to time. */
  async #watch(open: OpenWatch<T> | undefined): Promise<StreamStep<T>> {
    const { kind, replica, clock } = this.#options;
    const beganMs = clock.monotonic();
    const { resourceVersion } = replica;
    const watch =
      open ??
      this.#openWatch(resourceVersion === "" ? {} : { resourceVersion }, () => this.#enter("watching", undefined));
    if (open === undefined) this.#hasTold = false;
    try {
      for (let event = await watch.next(); event !== undefined; event = await watch.next()) {
        if (!this.#hasTold) {
          this.#hasTold = true;
          this.#fruitless = 0;
          // A client need not say when a watch is open.
          this.#enter("watching", undefined);
        }
        this.#heard(watch);
        this.#apply(watch, event);
      }
    } finally {
      await watch.close();
    }
    if (!this.#hasTold && clock.monotonic() - beganMs < shortWatchMs) {
      this.#fruitless += 1;
      throw new ClientError("CONNECTION_LOST", `the server ended the watch of ${kind.kind} as soon as it was open`);
    }
    return { type: "watch" };
  }

  #apply(watch: OpenWatch<T>, event: WatchEvent<T>): void {
    const { replica } = this.#options;
    if (event.type !== "BOOKMARK") {
      replica.apply(event.type, event.object);
      return;
    }
    replica.advance(event.resourceVersion);
    if (this.#sendsBookmarks || event.isInitialEventsEnd) return;
    this.#sendsBookmarks = true;
    watch.guard(this.#idleTimeoutMs);
  }

  get #idleTimeoutMs(): number {
    return this.#options.idleTimeoutMs ?? (this.#sendsBookmarks ? bookmarkIdleMs : Number.POSITIVE_INFINITY);
  }

  #openWatch(options: WatchOptions, onOpen: () => void): OpenWatch<T> {
    const { client, kind, selection, clock, minWatchMs, random } = this.#options;
    const idleTimeoutMs = this.#idleTimeoutMs;
    const watch = new OpenWatch<T>({
      client,
      kind,
      clock,
      idleTimeoutMs,
      watch: {
        ...selection,
        ...options,
        // Not all at once: those that began together would end together.
        timeoutSeconds: Math.max(1, Math.floor((minWatchMs / 1000) * (1 + random()))),
        timeoutMs: Math.min(openTimeoutMs, idleTimeoutMs),
        onOpen: () => {
          if (this.#open !== watch) return;
          onOpen();
          this.#heard(watch);
        },
      },
    });
    this.#open = watch;
    return watch;
  }

  #heard(watch: OpenWatch<T>): void {
    if (watch.heardMs - this.#toldAliveMs < aliveMs) return;
    this.#toldAliveMs = watch.heardMs;
    this.#options.metrics?.watchAlive(this.#options.selection.namespace);
  }

  #listed(beganMs: number): void {
    const { metrics, clock } = this.#options;
    this.#fruitless = 0;
    this.#missingBackOff.reset();
    metrics?.listed((clock.monotonic() - beganMs) / 1000);
  }

  /** What to do after a step failed. */
  async #recover(step: StreamStep<T>, error: unknown): Promise<StreamStep<T>> {
    const reason = failureReason(error);
    this.#options.metrics?.failed(countedAs(reason));
    if (reason === "missing") return await this.#afterMissing(error);
    if (step.type === "stream" && reason === "refused") this.#hasWatchList = false;
    if (step.type === "watch" && reason !== "connection" && reason !== "throttled") this.#fruitless += 1;
    const next = stepAfterFailure(step, reason, this.#knowledge);
    if ((reason === "gone" || reason === "refused") && isOtherList(step, next)) {
      this.#failures.report(reason, error, 0);
      return next;
    }
    const delayMs = Math.max(this.#backOff.next(), retryAfterMs(error));
    this.#enter("backing-off", error);
    this.#failures.report(reason, error, delayMs);
    return { type: "wait", delayMs, next };
  }

  async #afterMissing(error: unknown): Promise<StreamStep<T>> {
    const { replica } = this.#options;
    this.#enter("missing", error);
    if (!replica.isEmpty && (await this.#isUnserved())) replica.clear();
    const delayMs = this.#missingBackOff.next();
    this.#failures.report("missing", error, delayMs);
    return { type: "wait", delayMs, next: listStep(this.#knowledge, "") };
  }

  /** Asks discovery: a 404 may also come from something between here and the API server, which must not look like the end of all objects. */
  async #isUnserved(): Promise<boolean> {
    const { discovery } = this.#options.client;
    try {
      discovery.invalidate();
      await discovery.resourceFor(this.#options.kind, { signal: this.#end.signal });
      return false;
    } catch (error) {
      return error instanceof ClientError && error.code === "UNKNOWN_KIND";
    }
  }

  /** While a new attempt is under way, the phase is still the one that the last failure led to. */
  #enter(phase: StreamPhase, error: unknown): void {
    const { clock, replica, onStateChange } = this.#options;
    const before = this.#state;
    const { isSynced } = replica;
    const nowMs = clock.monotonic();
    const unwatchedSinceMs = this.#unwatchedSince(phase, nowMs);
    const isSame = before.phase === phase && before.isSynced === isSynced && before.error === error;
    if (isSame && before.unwatchedSinceMs === unwatchedSinceMs) return;
    const sinceMs = before.phase === phase ? before.sinceMs : nowMs;
    const { namespace } = before;
    this.#state = Object.freeze({
      ...(namespace !== undefined && { namespace }),
      phase,
      sinceMs,
      ...(unwatchedSinceMs !== undefined && { unwatchedSinceMs }),
      isSynced,
      ...(error !== undefined && { error }),
    });
    if (error === undefined && phase === "watching") this.#failures.recovered();
    onStateChange(this.#state);
  }

  #unwatchedSince(phase: StreamPhase, nowMs: number): number | undefined {
    const { phase: before, sinceMs, unwatchedSinceMs } = this.#state;
    if (phase === "watching") return this.#hasTold ? undefined : unwatchedSinceMs;
    if (before === "watching" && (this.#hasTold || nowMs - sinceMs >= shortWatchMs)) return nowMs;
    return unwatchedSinceMs ?? nowMs;
  }
}

function countedAs(reason: FailureReason): string {
  return reason === "throttled" || reason === "refused" || reason === "unexpected" ? "other" : reason;
}
