import { readdirSync, readFileSync } from "node:fs";
import { monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import type { Clock } from "@kubewright/api";
import { systemClock } from "@kubewright/client";
import { BucketHistogram } from "./bucket-histogram.ts";
import { Counter, Gauge, type Registry } from "./prom-client.ts";

/**
 * How often the event loop is looked at. Ten times a second takes 0.08 % of a core of an idle process, where prom-client's
 * hundred times take 0.5 %: a delay that is shorter is seen by chance only, as often as it would meet a request.
 */
const lookEveryMs = 100;

const gcKinds: Readonly<Record<number, string>> = { 1: "minor", 4: "major", 8: "incremental", 16: "weakcb" };

/**
 * Adds metrics of the process, the event loop and the garbage collector to a registry, under prom-client's names, until
 * disposed.
 *
 * prom-client's own `collectDefaultMetrics` cannot be ended: its observers stay for the life of the process. Names that are
 * in the registry already are left alone. Its delays of the event loop are those of a timer; prom-client adds the timer's 10 ms.
 */
export function collectProcessMetrics(registry: Registry, options: { readonly clock?: Clock } = {}): Disposable {
  const { clock = systemClock } = options;
  const own: string[] = [];
  const add = (name: string, create: () => void): void => {
    if (registry.getSingleMetric(name) !== undefined) return;
    create();
    own.push(name);
  };
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    add(name, () => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          const value = read();
          if (value !== undefined) this.set(value);
        },
      });
    });
  const counter = (name: string, help: string, read: (state: NodeJS.CpuUsage) => number) =>
    add(name, () => {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read(process.cpuUsage()) / 1e6);
        },
      });
    });

  counter("process_cpu_user_seconds_total", "User CPU time", ({ user }) => user);
  counter("process_cpu_system_seconds_total", "System CPU time", ({ system }) => system);
  counter("process_cpu_seconds_total", "User and system CPU time", ({ user, system }) => user + system);
  const startSeconds = clock.now() / 1000 - process.uptime();
  gauge("process_start_time_seconds", "When the process began, in seconds since 1970", () => startSeconds);
  gauge("process_resident_memory_bytes", "Memory of the process", () => process.memoryUsage.rss());
  gauge("process_open_fds", "Open file descriptors", openFileDescriptors);
  gauge("process_max_fds", "File descriptors that may be open", maxFileDescriptors);
  gauge("nodejs_heap_size_total_bytes", "Size of the heap", () => process.memoryUsage().heapTotal);
  gauge("nodejs_heap_size_used_bytes", "What of the heap is used", () => process.memoryUsage().heapUsed);
  gauge("nodejs_external_memory_bytes", "Memory outside of the heap", () => process.memoryUsage().external);
  gauge(
    "nodejs_active_resources_total",
    "What keeps the process alive: sockets, timers and the like",
    () => process.getActiveResourcesInfo().length,
  );
  add("nodejs_version_info", () => {
    const labelNames = ["version"] as const;
    new Gauge({ name: "nodejs_version_info", help: "Version of Node.js", labelNames, registers }).set(
      { version: process.version },
      1,
    );
  });

  const delay = monitorEventLoopDelay({ resolution: lookEveryMs });
  delay.enable();
  const lag = (suffix: string, help: string, read: () => number) =>
    gauge(`nodejs_eventloop_lag_${suffix}_seconds`, help, () => (delay.count === 0 ? 0 : read()));
  lag("min", "Least delay of the event loop", () => lateSeconds(delay.min));
  lag("max", "Longest delay of the event loop", () => lateSeconds(delay.max));
  lag("mean", "Mean delay of the event loop", () => lateSeconds(delay.mean));
  lag("stddev", "Standard deviation of the delays of the event loop", () => delay.stddev / 1e9);
  for (const p of [50, 90])
    lag(`p${p}`, `${p}th percentile of the delays of the event loop`, () => lateSeconds(delay.percentile(p)));
  lag("p99", "99th percentile of the delays of the event loop", () => {
    const p99 = lateSeconds(delay.percentile(99));
    // The last to be read: each scrape tells of the time since the one before.
    delay.reset();
    return p99;
  });

  let collections: BucketHistogram<"kind"> | undefined;
  add("nodejs_gc_duration_seconds", () => {
    collections = new BucketHistogram({
      name: "nodejs_gc_duration_seconds",
      help: "How long garbage collections take, by kind: major, minor, incremental or weakcb",
      labelNames: ["kind"],
      buckets: [0.001, 0.01, 0.1, 1, 2, 5],
      registry,
    });
  });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as GcEntry[]) {
      const kind = gcKinds[entry.detail?.kind ?? 0];
      if (kind !== undefined) collections?.series({ kind }).observe(entry.duration / 1000);
    }
  });
  observer.observe({ entryTypes: ["gc"] });

  return {
    [Symbol.dispose]() {
      observer.disconnect();
      delay.disable();
      for (const name of own.splice(0)) registry.removeSingleMetric(name);
    },
  };
}

/** An entry as Node gives it since version 16, which its types do not tell. */
type GcEntry = PerformanceEntry & { readonly detail?: { readonly kind?: number } };

/** How late Node's timer was: what it measures is the whole time between two looks, in nanoseconds. */
function lateSeconds(betweenLooksNs: number): number {
  return Math.max(0, betweenLooksNs / 1e9 - lookEveryMs / 1000);
}

/** Undefined where the host has no `/proc`. */
function openFileDescriptors(): number | undefined {
  try {
    // One of them reads the folder.
    return readdirSync("/proc/self/fd").length - 1;
  } catch {
    return undefined;
  }
}

function maxFileDescriptors(): number | undefined {
  try {
    const limit = /^Max open files +([0-9]+)/m.exec(readFileSync("/proc/self/limits", "utf8"));
    return limit === null ? undefined : Number(limit[1]);
  } catch {
    return undefined;
  }
}
