import { readFileSync } from "node:fs";
import type { Method, RequestOutcome } from "@kubewright/client";
import { ClientError } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { Metrics } from "../src/observability/metric/metrics.ts";
import { parseSamples, parseTypes, type Sample } from "./metric-text.ts";

interface Family {
  readonly name: string;
  readonly labels: readonly string[];
  readonly type: string;
  readonly buckets?: readonly string[];
}

/** What `tools/vectors-runtime` recorded of a controller-runtime program. */
const vectors = JSON.parse(readFileSync(new URL("./vectors/metrics.json", import.meta.url), "utf8")) as {
  readonly families: readonly Family[];
  readonly atStart: readonly Sample[];
  readonly afterReconciles: readonly Sample[];
};

function startController(): { metrics: Metrics; controller: ReturnType<Metrics["controller"]> } {
  const metrics = new Metrics({ requestDurations: true });
  const controller = metrics.controller("one");
  controller.maxConcurrentReconciles(3);
  return { metrics, controller };
}

/** The same as the recorded program did. */
function work(): Metrics {
  const { metrics, controller } = startController();
  const { queue } = controller;
  const reconciles = [
    ["success"],
    ["success"],
    ["error"],
    ["error", { isTerminal: true }],
    ["requeue_after"],
    ["error", { isNonError: true }],
    ["error", { isTimeout: true }],
  ] as const;
  for (const [outcome, details] of reconciles) {
    queue.added();
    queue.depthChanged(-100, 1);
    queue.depthChanged(-100, -1);
    queue.taken(0.001);
    controller.started();
    controller.ended(outcome, 0.01, details);
    queue.done(0.01);
    const isRetried = outcome === "requeue_after" || (outcome === "error" && details !== reconciles[3][1]);
    if (isRetried) queue.retried();
  }
  const observe = (host: string, method: Method, outcome: RequestOutcome) =>
    metrics.requests(host)({ method, path: "/", isStream: false, durationMs: 5, outcome });
  observe("server", "GET", { status: 200 });
  observe("server", "GET", { status: 404 });
  observe("server", "DELETE", { status: 200 });
  observe("server", "PATCH", { status: 200 });
  observe("127.0.0.1:1", "GET", { error: new ClientError("CONNECTION_FAILED", "refused") });
  metrics.election("lease").leading(true);
  return metrics;
}

/** As lines, in the order of the alphabet, those of recorded metrics only. Of histograms, the counts. */
function comparable(samples: readonly Sample[]): string[] {
  const names = new Set(vectors.families.flatMap(({ name, type }) => (type === "histogram" ? `${name}_count` : name)));
  const lines = samples
    .filter(({ name }) => names.has(name))
    .map(({ name, labels, value }) => `${name} ${JSON.stringify(Object.entries(labels).sort())} ${value}`);
  return lines.sort();
}

describe("the metrics of controller-runtime", () => {
  test.each(vectors.families)(
    "$name has the same type, labels and buckets",
    async ({ name, type, labels, buckets }) => {
      const metrics = work();
      metrics.consistency().waited("get", "success", 0.1);
      const text = await metrics.registry.metrics();
      // The recorded program had no series of some, and so told no type.
      expect(parseTypes(text)[name]).toBe(type || "histogram");
      const samples = parseSamples(text).filter((sample) => new RegExp(`^${name}(_bucket)?$`).test(sample.name));
      const own = Object.keys(samples[0]!.labels).filter((label) => label !== "le");
      expect(own.sort()).toEqual([...labels].sort());
      if (buckets === undefined) return;
      const [first] = samples;
      const series = samples.filter((sample) => own.every((label) => sample.labels[label] === first!.labels[label]));
      expect(series.map((sample) => sample.labels.le)).toEqual([...buckets, "+Inf"]);
    },
  );

  test("show the same series when a controller starts", async () => {
    const { metrics } = startController();
    expect(comparable(parseSamples(await metrics.registry.metrics()))).toEqual(comparable(vectors.atStart));
  });

  test("show the same counts after the same work", async () => {
    const text = await work().registry.metrics();
    // The recorded program cancelled a request before it was sent, which has a duration there, and no result.
    const isCompared = ({ name }: Sample) => !name.startsWith("rest_client_request_duration");
    expect(comparable(parseSamples(text).filter(isCompared))).toEqual(
      comparable(vectors.afterReconciles.filter(isCompared)),
    );
  });
});
