import type { Clock, Kind, KubeObject, Scheduled } from "@kubewright/api";
import { ClientError, type WatchEvent, type WatchOptions } from "@kubewright/client";
import type { InformerClient } from "../informer-options.ts";

export interface OpenWatchOptions<T extends KubeObject> {
  readonly client: InformerClient;
  readonly kind: Kind<T>;
  readonly watch: WatchOptions;
  readonly clock: Clock;
  /** See `guard`. */
  readonly idleTimeoutMs: number;
}

/** One watch connection, which fails when the server is silent for too long. Opened by the first `next`. */
export class OpenWatch<T extends KubeObject> {
  readonly #options: OpenWatchOptions<T>;
  readonly #end = new AbortController();
  readonly #events: AsyncIterator<WatchEvent<T>>;
  #idleTimeoutMs = Number.POSITIVE_INFINITY;
  #heardMs: number;
  #deadline: Scheduled | undefined;

  constructor(options: OpenWatchOptions<T>) {
    this.#options = options;
    const { client, kind, watch, clock, idleTimeoutMs } = options;
    this.#heardMs = clock.monotonic();
    const onOpen = (): void => {
      this.#heardMs = clock.monotonic();
      watch.onOpen?.();
    };
    this.#events = client.watch(kind, { ...watch, onOpen, signal: this.#end.signal })[Symbol.asyncIterator]();
    this.guard(idleTimeoutMs);
  }

  /** When the server last told something, or the watch began, on the monotonic clock. */
  get heardMs(): number {
    return this.#heardMs;
  }

  /** Rejects after `fail`, also when an event came before that. */
  async next(): Promise<WatchEvent<T> | undefined> {
    const { done, value } = await this.#events.next();
    this.#end.signal.throwIfAborted();
    this.#heardMs = this.#options.clock.monotonic();
    return done === true ? undefined : value;
  }

  /** From now on, the watch fails with ClientError `WATCH_STALLED` when nothing was told for so long. The client has a deadline of its own. */
  guard(idleTimeoutMs: number): void {
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#deadline?.cancel();
    this.#check();
  }

  /** Ends the watch: what is being waited for rejects with `reason`. */
  fail(reason: unknown): void {
    this.#deadline?.cancel();
    this.#end.abort(reason);
  }

  async close(): Promise<void> {
    this.#deadline?.cancel();
    await this.#events.return?.();
  }

  #check(): void {
    const leftMs = this.#heardMs + this.#idleTimeoutMs - this.#options.clock.monotonic();
    if (leftMs > 0) this.#deadline = this.#options.clock.schedule(leftMs, () => this.#check());
    else this.fail(this.#stalled());
  }

  #stalled(): ClientError {
    const { kind } = this.#options.kind;
    return new ClientError(
      "WATCH_STALLED",
      `the watch of ${kind} was told nothing for ${this.#idleTimeoutMs} ms, longer than this server is silent: the connection is dead`,
    );
  }
}
