import { ManualClock, statusErrorOf } from "@kubewright/api";
import { Pod } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events/v1";
import type { ApiClient, ApiRequest } from "@kubewright/client";
import { EventBroadcaster, type EventBroadcasterOptions } from "../src/observability/event/event-broadcaster.ts";
import type { EventRecorder } from "../src/observability/event/event-recorder.ts";
import type { Logger } from "../src/observability/log/logger.ts";
import { Metrics } from "../src/observability/metric/metrics.ts";
import { MemoryServer } from "./fixture/memory-server.ts";
import { parseSamples } from "./metric-text.ts";

export const pod: Pod = Pod.of({
  metadata: { name: "web", namespace: "shop", uid: "u-1", resourceVersion: "7" },
  spec: { containers: [{ name: "web", image: "web:1" }] },
});

/** A broadcaster, a server in the same process, and time that the test makes pass. */
export class EventRig {
  readonly clock: ManualClock = new ManualClock();
  readonly server: MemoryServer = new MemoryServer({ kinds: [Event], clock: this.clock });
  readonly metrics: Metrics = new Metrics({ clock: this.clock });
  readonly lines: string[] = [];
  /** Called before the server sees a request; what it throws, the client gets. */
  onRequest: (request: ApiRequest) => void | Promise<void> = () => {};
  /** Called before the client sees an answer; what it throws, the client gets. */
  onAnswer: (request: ApiRequest) => void = () => {};
  readonly client: ApiClient;
  readonly broadcaster: EventBroadcaster;
  readonly recorder: EventRecorder;

  constructor(options: Partial<EventBroadcasterOptions> = {}) {
    this.client = this.server.client({
      interceptors: [
        async (request, next) => {
          await this.onRequest(request);
          const response = await next(request);
          this.onAnswer(request);
          return response;
        },
      ],
    });
    this.broadcaster = new EventBroadcaster({
      client: this.client,
      clock: this.clock,
      random: () => 0,
      log: this.#log(),
      metrics: this.metrics.events(),
      process: { hostname: "host-1" },
      ...options,
    });
    this.recorder = this.broadcaster.recorder("memcached");
  }

  /** Requests since the last call, without their common beginning. */
  sent(): string[] {
    return this.server.requests.splice(0).map((request) => request.replace("/apis/events.k8s.io/v1/namespaces/", ""));
  }

  /** What the server has, oldest first. */
  async events(): Promise<Event[]> {
    const { items } = await this.client.list(Event);
    this.server.requests.pop();
    return items.sort((a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion));
  }

  /** Lets everything happen that needs no time; each event has a turn of its own. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Lets time pass, and everything happen that falls into it. */
  async pass(ms: number): Promise<void> {
    let isOver = false;
    this.clock.schedule(ms, () => {
      isOver = true;
    });
    while (!isOver) {
      await this.settle();
      this.clock.advanceToNext();
    }
    await this.settle();
  }

  /** The value of a metric, of all its series together. */
  async count(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
    const samples = parseSamples(await this.metrics.registry.metrics()).filter(
      (sample) =>
        sample.name === `kubewright_events_${name}_total` &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    );
    return samples.reduce((sum, { value }) => sum + value, 0);
  }

  #log(): Logger {
    const write = (level: string) => (fields: object, message: string) => {
      const { err } = fields as { err?: unknown };
      if (level !== "debug")
        this.lines.push(`${level} ${message}${err ? `: ${statusErrorOf(err)?.reason ?? err}` : ""}`);
    };
    const log: Logger = {
      debug: write("debug"),
      info: write("info"),
      warn: write("warn"),
      error: write("error"),
      child: () => log,
    };
    return log;
  }
}
