import type { EventMetrics } from "./component-metrics.ts";
import { Counter, type Registry } from "./prom-client.ts";

type DropReason = Parameters<EventMetrics["dropped"]>[0];
const dropReasons: readonly DropReason[] = ["spam", "queue_full", "stopped", "refused", "unreachable"];

/** The series of all events. */
export class EventSeries implements EventMetrics {
  readonly #recorded: Counter<"type">;
  readonly #sent: Counter;
  readonly #dropped: Counter<"reason">;
  readonly #retried: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#recorded = new Counter({
      name: "kubewright_events_recorded_total",
      help: "Events that were recorded, before filters, by type",
      labelNames: ["type"],
      registers,
    });
    this.#sent = new Counter({ name: "kubewright_events_sent_total", help: "Events that the server took", registers });
    this.#dropped = new Counter({
      name: "kubewright_events_dropped_total",
      help: "Events that never came to the server, by reason",
      labelNames: ["reason"],
      registers,
    });
    this.#retried = new Counter({
      name: "kubewright_events_retries_total",
      help: "Attempts to send an event that failed and were made again",
      registers,
    });
    for (const type of ["Normal", "Warning"]) this.#recorded.inc({ type }, 0);
    for (const reason of dropReasons) this.#dropped.inc({ reason }, 0);
  }

  recorded(type: string): void {
    this.#recorded.inc({ type });
  }

  sent(): void {
    this.#sent.inc();
  }

  dropped(reason: DropReason): void {
    this.#dropped.inc({ reason });
  }

  retried(): void {
    this.#retried.inc();
  }
}
