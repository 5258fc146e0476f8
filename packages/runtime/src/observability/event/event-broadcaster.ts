import { type Clock, type KubeObject, validateQualifiedName } from "@kubewright/api";
import type { Event } from "@kubewright/api/events/v1";
import { systemClock, systemRandom } from "@kubewright/client";
import { digestOf } from "../../digest.ts";
import { RuntimeError } from "../../errors.ts";
import { type ProcessHost, systemProcess } from "../../host.ts";
import { type Logger, silentLogger } from "../log/logger.ts";
import { objectReference } from "../log/object-reference.ts";
import type { EventMetrics } from "../metric/component-metrics.ts";
import { combinedNote, type EventSource, eventName, eventObject, identityOf } from "./event-object.ts";
import type { EventDetails, EventRecorder } from "./event-recorder.ts";
import { type EventClient, EventSender } from "./event-sender.ts";
import { SeriesCache } from "./series-cache.ts";
import { SimilarEvents } from "./similar-events.ts";
import { SpamFilter } from "./spam-filter.ts";

export interface EventBroadcasterOptions {
  readonly client: EventClient;
  /** Told as `reportingInstance`. @default the controller's name and the host's: `memcached-web-0` */
  readonly instance?: string;
  /** Events that may wait to be sent, while many objects change at once; more are dropped. @default 10_000 */
  readonly maxQueued?: number;
  readonly log?: Logger;
  readonly metrics?: EventMetrics;
  /** @default the process */
  readonly process?: Pick<ProcessHost, "hostname">;
  /** @default the host's */
  readonly clock?: Clock;
  /** A number from 0 up to, not including, 1. @default the host's */
  readonly random?: () => number;
}

/** What is known of objects and their events; more is forgotten, oldest first. */
const capacity = 4096;

/**
 * Sends events (events.k8s.io/v1) to the server, in the background, and in order for each object that they are about.
 *
 * Equal events within six minutes become a series; from the tenth on, events that differ in their note only are combined;
 * a source may tell 25 new events about an object, then one in five minutes. While the server is away, events wait.
 */
export class EventBroadcaster implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #hostname: string;
  readonly #instance: string | undefined;
  readonly #log: Logger;
  readonly #metrics: EventMetrics | undefined;
  readonly #similar: SimilarEvents;
  readonly #spam: SpamFilter;
  readonly #series: SeriesCache;
  readonly #sender: EventSender;
  /** The part of names below a millisecond; begins anywhere, so that two processes hardly make the same name. */
  #sequence: number;
  #stopped: Promise<void> | undefined;

  constructor(options: EventBroadcasterOptions) {
    const { client, clock = systemClock, random = systemRandom, log = silentLogger, metrics } = options;
    this.#clock = clock;
    this.#hostname = (options.process ?? systemProcess()).hostname;
    this.#instance = options.instance;
    this.#log = log;
    this.#metrics = metrics;
    this.#sequence = Math.floor(random() * 1e6);
    this.#similar = new SimilarEvents({ clock, capacity });
    this.#spam = new SpamFilter({ clock, capacity });
    this.#series = new SeriesCache({
      clock,
      capacity,
      onTell: (entry) => this.#sender.send({ type: "series", entry }),
    });
    this.#sender = new EventSender({
      client,
      clock,
      random,
      log,
      metrics,
      maxQueued: options.maxQueued ?? 10_000,
      onDropped: (entry) => this.#series.forget(entry),
      rename: (event) => eventName(event.regarding?.name ?? "", this.#nameSuffix()),
    });
  }

  /**
   * A recorder whose events name this controller. Throws RuntimeError `INVALID_ARGUMENT` for a name that no event may
   * carry.
   */
  recorder(reportingController: string): EventRecorder {
    const [problem] = validateQualifiedName(reportingController);
    if (problem !== undefined) {
      throw new RuntimeError(
        "INVALID_ARGUMENT",
        `events cannot name ${JSON.stringify(reportingController)} as the controller that reports them: ${problem}`,
      );
    }
    const source: EventSource = {
      reportingController,
      reportingInstance: this.#instance ?? `${reportingController}-${this.#hostname}`,
    };
    return {
      normal: (regarding, details) => this.#record(source, "Normal", regarding, details),
      warning: (regarding, details) => this.#record(source, "Warning", regarding, details),
    };
  }

  /**
   * Sends what waits, and the last counts of series, and resolves; after `timeoutMs` at the latest, with the rest
   * dropped. Events recorded from now on are dropped.
   *
   * @default 5_000 for `timeoutMs`
   */
  stop(options: { readonly timeoutMs?: number } = {}): Promise<void> {
    if (this.#stopped === undefined) {
      this.#sender.hurry();
      this.#series.finishAll();
      this.#stopped = this.#sender.drain(options.timeoutMs ?? 5000);
    }
    return this.#stopped;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #record(source: EventSource, type: "Normal" | "Warning", regarding: KubeObject, details: EventDetails): void {
    try {
      this.#metrics?.recorded(type);
      if (this.#stopped !== undefined) {
        this.#metrics?.dropped("stopped");
        return;
      }
      const timeMs = this.#clock.now();
      const nameSuffix = this.#nameSuffix();
      const event = eventObject({ ...source, type, regarding, details, timeMs, nameSuffix });
      const { reason, action, note } = event;
      this.#log.debug({ type, reason, action, note, object: objectReference(regarding) }, "event");
      this.#correlate(event);
    } catch (error) {
      this.#log.warn({ err: error, type, reason: details?.reason }, "event cannot be recorded");
    }
  }

  #correlate(event: Event): void {
    const note = event.note ?? "";
    const about = keyOfObject(event);
    const group = JSON.stringify([about, event.reason, event.action]);
    const digest = digestOf(note);
    const isCombined = this.#similar.isTooMany(group, digest);
    const key = isCombined ? group : keyOfEvent(group, event, digest);
    if (this.#series.repeat(key)) return;
    if (!this.#spam.accepts(about)) {
      this.#metrics?.dropped("spam");
      return;
    }
    const told = isCombined ? { ...event, note: combinedNote(note) } : event;
    this.#sender.send({ type: "create", entry: this.#series.add(key, told) });
  }

  #nameSuffix(): string {
    this.#sequence = (this.#sequence + 1) % 1_000_000;
    const nanoseconds = BigInt(Math.floor(this.#clock.now())) * 1_000_000n + BigInt(this.#sequence);
    return nanoseconds.toString(16);
  }
}

/** Source, type and object; the object's version does not matter, since each reconcile that works changes it. */
function keyOfObject({ reportingController, reportingInstance, type, regarding }: Event): string {
  return JSON.stringify([reportingController, reportingInstance, type, identityOf(regarding)]);
}

function keyOfEvent(group: string, { regarding, related }: Event, digest: string): string {
  return JSON.stringify([group, regarding?.fieldPath, identityOf(related), digest]);
}
