import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Gauge, Registry } from "prom-client";
import { expect, test } from "vitest";
import { collectProcessMetrics } from "./process-metrics.ts";

test("shows the process while it is collected, and nothing afterwards", async () => {
  const registry = new Registry();
  const collecting = collectProcessMetrics(registry);
  const names = (await registry.getMetricsAsJSON()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["process_cpu_seconds_total", "nodejs_gc_duration_seconds"]));
  const text = await registry.metrics();
  expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [0-9.]+$/m);
  expect(text).toContain(`nodejs_version_info{version="${process.version}"} 1`);
  expect(text).not.toMatch(/na?n/i);
  collecting[Symbol.dispose]();
  expect(registry.getMetricsAsArray()).toEqual([]);
});

test("tells how late the event loop is, without the time between two looks", { timeout: 30_000 }, async () => {
  const registry = new Registry();
  using _collecting = collectProcessMetrics(registry);
  const meanOf = async () => Number(/^nodejs_eventloop_lag_mean_seconds (.+)$/m.exec(await registry.metrics())?.[1]);
  // Zero before the first look, and more while the machine is busy.
  await expect.poll(meanOf, { interval: 150, timeout: 20_000 }).toSatisfy((mean: number) => mean > 0 && mean < 0.05);
});

test("leaves metrics alone that someone else collects", async () => {
  const registry = new Registry();
  const mine = new Gauge({ name: "process_start_time_seconds", help: "Mine", registers: [registry] });
  const collecting = collectProcessMetrics(registry);
  collecting[Symbol.dispose]();
  expect(registry.getSingleMetric("process_start_time_seconds")).toBe(mine);
});

test("holds on to nothing once it ended", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const collect = () => {
    const registry = new Registry();
    collectProcessMetrics(registry)[Symbol.dispose]();
    return new WeakRef(registry);
  };
  const registry = collect();
  for (let i = 0; i < 100 && registry.deref() !== undefined; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  expect(registry.deref()).toBeUndefined();
});
