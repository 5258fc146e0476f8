import {
  type Clock,
  hasCause,
  isAlreadyExists,
  isForbidden,
  isNotFound,
  retryAfterSecondsOf,
  type Scheduled,
  statusErrorOf,
} from "@kubewright/api";
import { Event } from "@kubewright/api/events/v1";
import { type Client, ClientError, type ClientErrorCode, sleep } from "@kubewright/client";
import { nextTurn } from "../../host.ts";
import { type Logger, silentLogger } from "../log/logger.ts";
import type { EventMetrics } from "../metric/component-metrics.ts";
import { EventLines } from "./event-lines.ts";
import { identityOf } from "./event-object.ts";
import type { EventEntry } from "./series-cache.ts";

/** What events need of a client. */
export type EventClient = Pick<Client, "create" | "patch">;

export interface EventSenderOptions {
  readonly client: EventClient;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log?: Logger | undefined;
  readonly metrics?: EventMetrics | undefined;
  readonly maxQueued: number;
  /** It was dropped, and never came to the server. */
  readonly onDropped: (entry: EventEntry) => void;
  /** Another name for the event, where its own is taken. */
  readonly rename: (event: Event) => string;
}

interface EventWrite {
  readonly entry: EventEntry;
  readonly type: "create" | "series";
}

const maxTries = 12;
const firstDelayMs = 500;
const maxDelayMs = 30_000;
const requestTimeoutMs = 30_000;
/** Enough to keep up with a controller that works on several objects at once, and few enough to leave the server to it. */
const maxAtOnce = 4;
const rbacMarker = "// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch";

/** Failures of a client that another try cannot mend. */
const finalCodes: readonly ClientErrorCode[] = ["CLOSED", "INVALID_ARGUMENT", "UNKNOWN_KIND"];

/**
 * Sends events to the server: those about one object one after the other, in order, and those of four objects at once.
 *
 * While the server cannot be reached, these four are tried again, up to twelve times, and all others wait behind them, up
 * to `maxQueued`.
 */
export class EventSender {
  readonly #options: EventSenderOptions;
  readonly #log: Logger;
  /** By the object that they are about. */
  readonly #lines = new EventLines<EventWrite>();
  readonly #running = new Set<Promise<void>>();
  /** Aborts when a graceful end begins: no wait between tries is worth it any more. */
  readonly #hurry = new AbortController();
  readonly #end = new AbortController();
  #hasToldOfPermission = false;

  constructor(options: EventSenderOptions) {
    this.#options = options;
    this.#log = options.log ?? silentLogger;
  }

  /** Says whether it will be tried. Never throws and never waits. */
  send(write: EventWrite): boolean {
    const { metrics, maxQueued } = this.#options;
    if (this.#end.signal.aborted) {
      metrics?.dropped("stopped");
      return false;
    }
    if (this.#lines.size >= maxQueued && !this.#hurry.signal.aborted) {
      metrics?.dropped("queue_full");
      this.#log.debug({ maxQueued, ...describe(write) }, "event dropped, too many wait to be sent");
      if (write.type === "create") this.#options.onDropped(write.entry);
      return false;
    }
    this.#lines.add(JSON.stringify(identityOf(write.entry.event.regarding)), write);
    if (this.#running.size < maxAtOnce) {
      const running = this.#run().finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
    return true;
  }

  /** The end is near: nothing waits between tries, and what has to be told last is taken, however much waits already. */
  hurry(): void {
    this.#hurry.abort();
  }

  /** Resolves when all was sent, or the time is over; what is left then is dropped. */
  async drain(timeoutMs: number): Promise<void> {
    this.hurry();
    let timer: Scheduled | undefined;
    const timeOver = new Promise<void>((resolve) => {
      timer = this.#options.clock.schedule(timeoutMs, () => {
        this.#end.abort();
        resolve();
      });
    });
    // A client may ignore its signal.
    await Promise.race([Promise.all(this.#running), timeOver]);
    timer?.cancel();
    this.#end.abort();
  }

  async #run(): Promise<void> {
    for (let next = this.#lines.take(); next !== undefined; next = this.#lines.take()) {
      // What happens goes before telling of it.
      if (!this.#hurry.signal.aborted) await nextTurn();
      if (this.#end.signal.aborted) this.#options.metrics?.dropped("stopped");
      else await this.#deliver(next.item);
      this.#lines.done(next.key);
    }
  }

  async #deliver(write: EventWrite): Promise<void> {
    const { metrics } = this.#options;
    for (let tries = 1; ; tries++) {
      try {
        await this.#request(write, tries);
        metrics?.sent();
        return;
      } catch (error) {
        if (this.#end.signal.aborted) {
          metrics?.dropped("stopped");
          return;
        }
        if (!isWorthAnotherTry(error)) {
          this.#refused(write, error);
          return;
        }
        if (tries === maxTries) {
          metrics?.dropped("unreachable");
          this.#options.onDropped(write.entry);
          this.#log.warn({ err: error, ...describe(write) }, "event dropped, the server could not be reached");
          return;
        }
        metrics?.retried();
        this.#log.debug({ err: error, tries, ...describe(write) }, "event could not be sent, another try follows");
        await this.#pause(tries, error);
      }
    }
  }

  async #request({ type, entry }: EventWrite, tries: number): Promise<void> {
    const { client } = this.#options;
    const options = { signal: this.#end.signal, timeoutMs: requestTimeoutMs };
    const { event, series } = entry;
    if (type === "series" && series !== undefined) {
      try {
        await client.patch(
          Event,
          event.metadata as { name: string; namespace: string },
          { merge: { series } },
          options,
        );
        return;
      } catch (error) {
        if (!isNotFound(error) || error instanceof ClientError) throw error;
        await client.create({ ...event, series }, options);
        return;
      }
    }
    try {
      await client.create(event, options);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      // After a try without an answer, the event that is there is this one.
      if (tries > 1) return;
      event.metadata.name = this.#options.rename(event);
      await client.create(event, options);
    }
  }

  #refused(write: EventWrite, error: unknown): void {
    this.#options.metrics?.dropped("refused");
    this.#options.onDropped(write.entry);
    const isPermissionMissing = isForbidden(error) && !hasCause(error, "NamespaceTerminating");
    if (isExpected(error) || (isPermissionMissing && this.#hasToldOfPermission)) {
      this.#log.debug({ err: error, ...describe(write) }, "event refused");
    } else if (isPermissionMissing) {
      this.#hasToldOfPermission = true;
      this.#log.warn({ err: error, rbacMarker, ...describe(write) }, "events refused, a permission is missing");
    } else this.#log.warn({ err: error, ...describe(write) }, "event refused");
  }

  async #pause(tries: number, error: unknown): Promise<void> {
    const { clock, random } = this.#options;
    const isHurried = this.#hurry.signal.aborted;
    const delayMs = isHurried ? firstDelayMs : Math.min(maxDelayMs, firstDelayMs * 2 ** (tries - 1));
    const wantedMs = isHurried ? 0 : (retryAfterSecondsOf(error) ?? 0) * 1000;
    const signal = isHurried ? this.#end.signal : this.#hurry.signal;
    try {
      await sleep(Math.max(delayMs * (1 + random() / 4), wantedMs), { clock, signal });
    } catch {
      // Woken up: the end is near.
    }
  }
}

function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof ClientError) return !finalCodes.includes(error.code);
  const code = statusErrorOf(error)?.code;
  if (code === undefined) return false;
  return code >= 500 || code === 401 || code === 408 || code === 429 || isAlreadyExists(error);
}

/** The namespace ends or is gone, or this process does. */
function isExpected(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return hasCause(error, "NamespaceTerminating") || isNotFound(error) || code === "LEASE_LOST" || code === "CLOSED";
}

function describe({ entry: { event } }: EventWrite): object {
  const { type, reason, regarding } = event;
  const { apiVersion, kind, namespace, name } = regarding ?? {};
  return { type, reason, object: { apiVersion, kind, namespace, name } };
}
