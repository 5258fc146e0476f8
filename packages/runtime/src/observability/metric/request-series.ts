import type { RequestObservation } from "@kubewright/client";
import { BucketHistogram } from "./bucket-histogram.ts";
import { Counter, type Registry } from "./prom-client.ts";

const buckets: readonly number[] = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** What requests to API servers came to. */
export class RequestSeries {
  readonly #requests: Counter<"code" | "method" | "host">;
  readonly #seconds: BucketHistogram<"verb" | "host"> | undefined;

  constructor(registry: Registry, options: { readonly hasDurations: boolean }) {
    this.#requests = new Counter({
      name: "rest_client_requests_total",
      help: "Requests to the API server, by status code, method and host; the code is <error> where no answer came",
      labelNames: ["code", "method", "host"],
      registers: [registry],
    });
    if (!options.hasDurations) return;
    this.#seconds = new BucketHistogram({
      name: "rest_client_request_duration_seconds",
      help: "How long requests to the API server take, watches left out",
      labelNames: ["verb", "host"],
      buckets,
      registry,
    });
  }

  observer(host: string): (observation: RequestObservation) => void {
    return ({ method, outcome, isStream, durationMs }) => {
      const code = "status" in outcome ? String(outcome.status) : "<error>";
      this.#requests.inc({ code, method, host });
      if (!isStream) this.#seconds?.series({ verb: method, host }).observe(durationMs / 1000);
    };
  }
}
