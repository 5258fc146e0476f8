import { type Clock, formatKey, type Kind, type KubeObject, type ObjectKey, statusErrorOf } from "@kubewright/api";
import { ClientError, type ClientErrorCode } from "../../errors.ts";
import { systemClock } from "../../host.ts";
import { onAbort } from "../../on-abort.ts";
import { sleep } from "../../sleep.ts";
import type { Client, CollectionOptions, KeyLike } from "../client.ts";
import { readKey } from "../request/resource-path.ts";
import type { WaitPredicate, WithConditions } from "./wait-predicate.ts";

/** The part of a client that waiting needs. */
export type WaitClient = Pick<Client, "list" | "watch" | "discovery" | "namespace">;

export interface WaitForOptions {
  /** Throws ClientError `TIMEOUT`, which tells how the object was last seen, after so long. @default 30_000 */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** @default the host's */
  readonly clock?: Clock;
}

/** What a restart of the connection or of the server causes: the wait goes on. */
const passing: ReadonlySet<ClientErrorCode> = new Set<ClientErrorCode>([
  "CONNECTION_FAILED",
  "CONNECTION_LOST",
  "PROXY_FAILED",
  "TIMEOUT",
  "WATCH_STALLED",
]);

const firstDelayMs = 100;
const longestDelayMs = 5_000;

/**
 * The object, as soon as `predicate` holds for it; undefined when it holds for the object's absence.
 *
 * Looks at every state the server tells of, without polling, and goes on when a watch ends or a server restarts. What waiting
 * cannot mend is thrown: a refusal, an answer that no API server sends, a closed client.
 */
export async function waitFor<T extends KubeObject, R extends T | undefined>(
  client: WaitClient,
  kind: Kind<T>,
  key: KeyLike,
  predicate: WaitPredicate<T, R>,
  options?: WaitForOptions,
): Promise<R>;
export async function waitFor<T extends KubeObject>(
  client: WaitClient,
  kind: Kind<T>,
  key: KeyLike,
  predicate: (object: T | undefined) => boolean,
  options?: WaitForOptions,
): Promise<T | undefined>;
export async function waitFor<T extends KubeObject>(
  client: WaitClient,
  kind: Kind<T>,
  key: KeyLike,
  predicate: (object: T | undefined) => boolean,
  options: WaitForOptions = {},
): Promise<T | undefined> {
  const wait = new Wait(client, kind, key, options);
  return await wait.until(predicate);
}

class Wait<T extends KubeObject> {
  readonly #client: WaitClient;
  readonly #kind: Kind<T>;
  readonly #key: ObjectKey;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #outer: AbortSignal | undefined;
  readonly #end: AbortController = new AbortController();
  /** As last seen; `isKnown` tells apart absent and never seen. */
  #object: T | undefined;
  #isKnown = false;
  #delayMs = firstDelayMs;

  constructor(client: WaitClient, kind: Kind<T>, key: KeyLike, options: WaitForOptions) {
    this.#client = client;
    this.#kind = kind;
    this.#key = readKey(key);
    this.#clock = options.clock ?? systemClock;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#outer = options.signal;
  }

  async until(predicate: (object: T | undefined) => boolean): Promise<T | undefined> {
    this.#outer?.throwIfAborted();
    const forget = onAbort(this.#outer, (reason) => this.#end.abort(reason));
    const deadline = this.#clock.schedule(this.#timeoutMs, () => this.#end.abort(this.#timeout()));
    try {
      while (!(await this.#follow(predicate))) {
        await this.#backOff();
      }
      return this.#object;
    } finally {
      deadline.cancel();
      forget();
      // Whatever is still open is not needed any more.
      this.#end.abort();
    }
  }

  /** Lists, then watches for as long as it goes well. False when it must start again. */
  async #follow(predicate: (object: T | undefined) => boolean): Promise<boolean> {
    try {
      const where = await this.#where();
      const list = await this.#client.list(this.#kind, where);
      if (this.#see(list.items[0], predicate)) return true;
      let resourceVersion = list.metadata.resourceVersion ?? "";
      for (;;) {
        const opened = this.#clock.monotonic();
        for await (const event of this.#client.watch(this.#kind, { ...where, resourceVersion })) {
          this.#delayMs = firstDelayMs;
          if (event.type === "BOOKMARK") {
            resourceVersion = event.resourceVersion;
            continue;
          }
          resourceVersion = event.object.metadata.resourceVersion ?? resourceVersion;
          if (this.#see(event.type === "DELETED" ? undefined : event.object, predicate)) return true;
        }
        // A server that ends each watch at once must not be asked in a tight loop.
        if (this.#clock.monotonic() - opened < firstDelayMs) await this.#backOff();
      }
    } catch (error) {
      this.#end.signal.throwIfAborted();
      if (!isPassing(error)) throw error;
      return false;
    }
  }

  async #backOff(): Promise<void> {
    await sleep(this.#delayMs, { clock: this.#clock, signal: this.#end.signal });
    this.#delayMs = Math.min(this.#delayMs * 2, longestDelayMs);
  }

  #see(object: T | undefined, predicate: (object: T | undefined) => boolean): boolean {
    this.#object = object;
    this.#isKnown = true;
    return predicate(object);
  }

  async #where(): Promise<CollectionOptions> {
    const { namespace, name } = this.#key;
    const { signal } = this.#end;
    const scope = this.#kind.scope ?? (await this.#client.discovery.resourceFor(this.#kind, { signal })).scope;
    const place = namespace ?? (scope === "Namespaced" ? this.#client.namespace : undefined);
    return {
      fieldSelector: { "metadata.name": name },
      signal,
      ...(place !== undefined && { namespace: place }),
    };
  }

  #timeout(): ClientError {
    const subject = `${this.#kind.kind} ${formatKey(this.#key)}`;
    return new ClientError(
      "TIMEOUT",
      `${subject} is not as waited for after ${this.#timeoutMs} ms: ${this.#lastSeen()}`,
    );
  }

  #lastSeen(): string {
    if (!this.#isKnown) return "the server has not told its state";
    if (this.#object === undefined) return "it does not exist";
    const { metadata, status } = this.#object as WithConditions;
    if (metadata.deletionTimestamp !== undefined && metadata.finalizers?.length) {
      return `it is being deleted and waits for its finalizers ${metadata.finalizers.join(", ")}`;
    }
    const conditions = (status?.conditions ?? []).map(({ type, status, reason, message }) => {
      const why = [reason, message].filter(Boolean).join(": ");
      return why === "" ? `${type}=${status}` : `${type}=${status} (${why})`;
    });
    return conditions.length === 0 ? "it exists and has no conditions" : `it has ${conditions.join(", ")}`;
  }
}

/** An expired version (410) included: a new list has a new one. */
function isPassing(error: unknown): boolean {
  if (error instanceof ClientError) return passing.has(error.code);
  const code = statusErrorOf(error)?.code ?? 0;
  return code === 410 || code === 429 || code >= 500;
}
