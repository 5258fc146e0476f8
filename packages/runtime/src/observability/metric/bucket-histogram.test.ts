import { Histogram, Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import { BucketHistogram, formatBound } from "./bucket-histogram.ts";

describe("BucketHistogram", () => {
  test("shows what prom-client's own would", async () => {
    const options = { name: "h", help: "Help", labelNames: ["a"] as const, buckets: [0.5, 1, 2.5] };
    const [own, reference] = [new Registry(), new Registry()];
    const histogram = new BucketHistogram({ ...options, registry: own });
    const expected = new Histogram({ ...options, registers: [reference] });
    for (const value of [0, 0.5, 0.51, 2.5, 3, 100, -1]) {
      histogram.series({ a: "x" }).observe(value);
      expected.observe({ a: "x" }, value);
    }
    histogram.series({ a: "y" });
    expected.zero({ a: "y" });
    const lines = (text: string) => text.replace(/\{(le="[^"]*"),(a="[^"]*")\}/g, "{$2,$1}").split("\n");
    expect(lines(await own.metrics())).toEqual(lines(await reference.metrics()));
  });

  test("ignores what is no number, which would spoil the sum", async () => {
    const registry = new Registry();
    const series = new BucketHistogram({ name: "h", help: "Help", labelNames: [], buckets: [1], registry }).series({});
    series.observe(Number.NaN);
    series.observe(1);
    expect(await registry.metrics()).toContain("h_sum 1\nh_count 1\n");
  });

  test("begins anew when the registry is reset", async () => {
    const registry = new Registry();
    const histogram = new BucketHistogram({ name: "h", help: "Help", labelNames: [], buckets: [1], registry });
    histogram.series({}).observe(1);
    registry.resetMetrics();
    expect(await registry.metrics()).toContain("h_sum 0\nh_count 0\n");
  });

  test("tells label values apart that would run together", async () => {
    const registry = new Registry();
    const histogram = new BucketHistogram({ name: "h", help: "Help", labelNames: ["a", "b"], buckets: [], registry });
    histogram.series({ a: "x,", b: "y" }).observe(1);
    histogram.series({ a: "x", b: ",y" }).observe(1);
    expect((await registry.metrics()).match(/h_count/g)).toHaveLength(2);
  });
});

test.each([
  [10e-9, "1e-08"],
  [0.000009999999999999999, "9.999999999999999e-06"],
  [0.0001, "0.0001"],
  [0.005, "0.005"],
  [1000, "1000"],
  [999_999, "999999"],
  [1_000_000, "1e+06"],
  [16_777_216, "1.6777216e+07"],
  [1e100, "1e+100"],
  [0, "0"],
])("the bound %d is written %s, as in Go", (bound, text) => {
  expect(formatBound(bound)).toBe(text);
});
