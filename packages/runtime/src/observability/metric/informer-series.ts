import { type Clock, formatApiVersion, type GroupVersionKind } from "@kubewright/api";
import { BucketHistogram } from "./bucket-histogram.ts";
import type { InformerMetrics } from "./component-metrics.ts";
import { Counter, Gauge, type Registry } from "./prom-client.ts";

const buckets: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const labelNames = ["apiVersion", "kind"] as const;
type Labels = Record<(typeof labelNames)[number], string>;
const eventTypes = ["added", "updated", "deleted"] as const;
type EventType = (typeof eventTypes)[number];

/** The series of all informers, by their kind. Two of one kind are counted together. */
export class InformerSeries {
  readonly #clock: Clock;
  readonly #running = new Set<InformerCounts>();
  readonly #listSeconds: BucketHistogram<keyof Labels>;
  readonly #failures: Counter<keyof Labels | "reason">;
  readonly #events: Counter<keyof Labels | "type">;

  constructor(registry: Registry, clock: Clock) {
    this.#clock = clock;
    const registers = [registry];
    const running = this.#running;
    new Gauge({
      name: "kubewright_informer_objects",
      help: "Objects in the cache",
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const { labels, objects } of running) this.inc(labels, objects);
      },
    });
    new Gauge({
      name: "kubewright_informer_synced",
      help: "Whether all that exists was read once: 1, or 0",
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const { labels } of [...running].filter(({ isSynced }) => isSynced)) this.set(labels, 1);
        for (const { labels } of [...running].filter(({ isSynced }) => !isSynced)) this.set(labels, 0);
      },
    });
    this.#listSeconds = new BucketHistogram({
      name: "kubewright_informer_list_duration_seconds",
      help: "How long it takes to read all that exists",
      labelNames,
      buckets,
      registry,
    });
    new Gauge({
      name: "kubewright_informer_watch_age_seconds",
      help: "How long ago the server was last heard of, on the watch that is silent longest",
      labelNames,
      registers,
      collect() {
        this.reset();
        const watching = [...running].filter(({ heardMs }) => heardMs.size > 0);
        const silentFirst = watching.map(({ labels, heardMs }) => ({ labels, ms: Math.min(...heardMs.values()) }));
        silentFirst.sort((a, b) => b.ms - a.ms);
        for (const { labels, ms } of silentFirst) this.set(labels, (clock.monotonic() - ms) / 1000);
      },
    });
    this.#failures = new Counter({
      name: "kubewright_informer_failures_total",
      help: "Lists and watches that failed, by reason",
      labelNames: [...labelNames, "reason"] as const,
      registers,
    });
    this.#events = new Counter({
      name: "kubewright_informer_events_total",
      help: "Changes that were told to handlers, by type",
      labelNames: [...labelNames, "type"] as const,
      registers,
      collect() {
        for (const counts of running) counts.flushEvents(this);
      },
    });
  }

  informer(kind: GroupVersionKind): InformerMetrics {
    const counts = new InformerCounts({ apiVersion: formatApiVersion(kind), kind: kind.kind });
    this.#running.add(counts);
    return {
      objects: (count) => {
        counts.objects = count;
      },
      synced: (isSynced) => {
        counts.isSynced = isSynced;
        this.#running.add(counts);
      },
      listed: (seconds) => this.#listSeconds.series(counts.labels).observe(seconds),
      watchAlive: (namespace = "") => void counts.heardMs.set(namespace, this.#clock.monotonic()),
      failed: (reason) => this.#failures.inc({ ...counts.labels, reason }),
      event: (type) => {
        counts.events[type]++;
      },
      stopped: () => {
        counts.flushEvents(this.#events);
        counts.heardMs.clear();
        this.#running.delete(counts);
      },
    };
  }
}

/** Plain numbers, since a large list changes them thousands of times; they become samples when someone looks. */
class InformerCounts {
  readonly labels: Labels;
  objects = 0;
  isSynced = false;
  /** When each stream was last heard of, by namespace. */
  readonly heardMs = new Map<string, number>();
  /** Since the last flush. */
  readonly events: Record<EventType, number> = { added: 0, updated: 0, deleted: 0 };

  constructor(labels: Labels) {
    this.labels = labels;
  }

  flushEvents(counter: Counter<keyof Labels | "type">): void {
    for (const type of eventTypes) {
      counter.inc({ ...this.labels, type }, this.events[type]);
      this.events[type] = 0;
    }
  }
}
