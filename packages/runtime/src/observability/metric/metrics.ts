import type { Clock, GroupVersionKind } from "@kubewright/api";
import { type RequestObservation, systemClock } from "@kubewright/client";
import { BucketHistogram } from "./bucket-histogram.ts";
import type {
  ConsistencyMetrics,
  ControllerMetrics,
  ElectionMetrics,
  EventMetrics,
  InformerMetrics,
  QueueMetrics,
} from "./component-metrics.ts";
import { ControllerSeries } from "./controller-series.ts";
import { EventSeries } from "./event-series.ts";
import { InformerSeries } from "./informer-series.ts";
import { Counter, Gauge, Registry } from "./prom-client.ts";
import { QueueSeries } from "./queue-series.ts";
import { RequestSeries } from "./request-series.ts";

export interface MetricsOptions {
  /** Whether to measure how long requests to the API server take. @default false */
  readonly requestDurations?: boolean;
  /** @default the host's */
  readonly clock?: Clock;
}

const consistencyBuckets: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 6, 8, 10];

/**
 * The metrics of one manager: controller-runtime's names, labels and buckets, and some of our own under `kubewright_`.
 *
 * A method gives what one part of the runtime counts with; series of the same name are the same. Users add their own
 * metrics to `registry`.
 */
export class Metrics {
  readonly registry: Registry = new Registry();
  readonly #queues: QueueSeries;
  readonly #controllers: ControllerSeries;
  readonly #informers: InformerSeries;
  readonly #requests: RequestSeries;
  readonly #consistency: BucketHistogram<"operation" | "result">;
  readonly #leading: Gauge<"name">;
  readonly #slowPath: Counter<"name">;
  readonly #events: EventSeries;

  constructor(options: MetricsOptions = {}) {
    const { clock = systemClock } = options;
    const { registry } = this;
    const registers = [registry];
    this.#controllers = new ControllerSeries(registry);
    this.#queues = new QueueSeries(registry);
    this.#informers = new InformerSeries(registry, clock);
    this.#requests = new RequestSeries(registry, { hasDurations: options.requestDurations ?? false });
    this.#consistency = new BucketHistogram({
      name: "controller_runtime_client_consistency_wait_duration_seconds",
      help: "How long reads wait for the cache to show what was written",
      labelNames: ["operation", "result"],
      buckets: consistencyBuckets,
      registry,
    });
    this.#leading = new Gauge({
      name: "leader_election_master_status",
      help: "Whether this process leads: 1, or 0. `name` is that of the lease",
      labelNames: ["name"],
      registers,
    });
    this.#slowPath = new Counter({
      name: "leader_election_slowpath_total",
      help: "Renewals of a lease that took more than one request. `name` is that of the lease",
      labelNames: ["name"],
      registers,
    });
    this.#events = new EventSeries(registry);
  }

  queue(name: string): QueueMetrics {
    return this.#queues.queue(name);
  }

  controller(name: string): ControllerMetrics {
    return this.#controllers.controller(name, this.#queues.queue(name));
  }

  informer(kind: GroupVersionKind): InformerMetrics {
    return this.#informers.informer(kind);
  }

  /** For `observeRequests` of the client. `host` is where the server is: `10.0.0.1:6443`. */
  requests(host: string): (observation: RequestObservation) => void {
    return this.#requests.observer(host);
  }

  consistency(): ConsistencyMetrics {
    return {
      waited: (operation, result, seconds) => this.#consistency.series({ operation, result }).observe(seconds),
    };
  }

  /** Of the lease with this name. */
  election(name: string): ElectionMetrics {
    return {
      leading: (isLeader) => this.#leading.set({ name }, isLeader ? 1 : 0),
      slowPath: () => this.#slowPath.inc({ name }),
    };
  }

  events(): EventMetrics {
    return this.#events;
  }
}
