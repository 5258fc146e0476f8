import {
  conflictError,
  defineKind,
  forbiddenError,
  type KubeObject,
  ManualClock,
  type ObjectKey,
} from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { ReconcileClient } from "../cache/reconcile-client.ts";
import { RuntimeError } from "../errors.ts";
import type { StreamState } from "../informer/informer-state.ts";
import { type Logger, silentLogger } from "../observability/log/logger.ts";
import { Metrics } from "../observability/metric/metrics.ts";
import type { RequestSink, Source } from "../trigger/source.ts";
import { Controller, type ControllerOptions } from "./controller.ts";
import type { ReconcileContext, ReconcileFunction } from "./reconciler.ts";
import { Result } from "./result.ts";
import { TerminalError } from "./terminal-error.ts";

const Memcached = defineKind<KubeObject>({ group: "cache.example.com", version: "v1", kind: "Memcached" });
const a = { namespace: "shop", name: "a" };
const b = { namespace: "shop", name: "b" };

describe("Controller", () => {
  test("reconciles what its sources name, once they have told of all that exists", async () => {
    const source = new HandSource({ isSynced: false });
    await using run = start({ sources: [source] });
    source.add(a, b, a);
    await settle();
    expect(run.calls).toEqual([]);
    source.sync();
    await settle();
    expect(run.calls).toEqual(["shop/a", "shop/b"]);
  });

  test("reconciles several objects at once, but no object twice at once", async () => {
    const gates: (() => void)[] = [];
    await using run = start({
      maxConcurrentReconciles: 2,
      reconcile: () => new Promise((resolve) => gates.push(() => resolve(Result.done()))),
    });
    run.source.add(a);
    await settle();
    run.source.add(a, b);
    await settle();
    expect(run.calls).toEqual(["shop/a", "shop/b"]);
    gates[0]!();
    await settle();
    expect(run.calls).toEqual(["shop/a", "shop/b", "shop/a"]);
    for (const open of gates) open();
  });

  test("tries again after an error, later each time, and forgets failures after a success", async () => {
    const outcomes = ["fail", "fail", "ok", "fail", "ok"];
    await using run = start({
      reconcile: async () => {
        if (outcomes.shift() === "fail") throw new Error("no");
      },
    });
    run.source.add(a);
    await settle();
    await run.advance(4);
    expect(run.calls).toHaveLength(1);
    await run.advance(1);
    expect(run.calls).toHaveLength(2);
    await run.advance(9);
    expect(run.calls).toHaveLength(2);
    await run.advance(1);
    expect(run.calls).toHaveLength(3);
    run.source.add(a);
    await settle();
    await run.advance(5);
    expect(run.calls).toHaveLength(5);
    expect(run.clock.pending).toBe(0);
  });

  test("reconciles again at once when the time that a result names is over", async () => {
    const results = [Result.requeueAfter(-5), Result.requeueAfter(0)];
    await using run = start({ reconcile: async () => results.shift() });
    run.source.add(a);
    await settle();
    expect(run.calls).toHaveLength(3);
    expect(run.lines("error")).toEqual([]);
  });

  test.each<[unknown, string]>([
    [undefined, "the reconciler threw undefined, which is no Error"],
    ["no disk", 'the reconciler threw "no disk", which is no Error'],
    [{ code: 7 }, "the reconciler threw an object, which is no Error"],
  ])("says of %j that it is no error", async (thrown, message) => {
    await using run = start({ reconcile: () => Promise.reject(thrown) });
    run.source.add(a);
    await settle();
    const { err } = run.log.find(({ level }) => level === "error")!.fields as { err: Error };
    expect(err.message).toContain(message);
    expect(err.cause).toBe(thrown);
  });

  test.each<[string, unknown]>([
    ["whose cause cannot be read", Object.defineProperty(new Error("x"), "cause", { get: fail })],
    ["that cannot be looked at", new Proxy({}, { getPrototypeOf: fail, get: fail, has: fail })],
    ["whose message cannot be read", Object.defineProperty(new Error(), "message", { get: fail })],
  ])("goes on after something is thrown %s", async (_, thrown) => {
    let isBroken = true;
    const pinoLike = {
      ...silentLogger,
      error: (fields: object) => void String((fields as { err: Error }).err?.message),
    };
    await using run = start({
      log: { ...pinoLike, child: () => pinoLike },
      reconcile: async ({ key }) => {
        if (key.name === "a" && isBroken) throw thrown;
      },
    });
    run.source.add(a);
    await settle();
    isBroken = false;
    run.source.add(b);
    await run.advance(10_000);
    expect(run.calls).toEqual(["shop/a", "shop/b", "shop/a"]);
    expect(await run.metric("controller_runtime_reconcile_total")).toMatchObject({ error: 1, success: 2 });
  });

  test("goes on when its rate limiter fails", async () => {
    const rateLimiter = { delayMs: fail, forget: fail, retries: () => 0 };
    let isBroken = true;
    await using run = start({
      rateLimiter,
      reconcile: async () => (isBroken ? Promise.reject(new Error("no")) : undefined),
    });
    run.source.add(a);
    await settle();
    isBroken = false;
    await run.advance(10_000);
    expect(run.calls).toHaveLength(2);
  });

  test("knows an object whose key is changed by whoever has it", async () => {
    const key = { ...a };
    await using run = start({
      reconcile: async (context) => {
        (context.key as { name: string }).name = "other";
      },
    });
    run.source.add(key);
    key.name = "changed";
    await settle();
    expect(run.calls).toEqual(["shop/a"]);
    expect(String(run.log.find(({ level }) => level === "error")?.fields.err)).toContain("read only");
    run.source.add(b);
    await settle();
    expect(run.calls).toEqual(["shop/a", "shop/b"]);
  });

  test("reconciles again after the time that a result names, and counts from anew", async () => {
    const told: number[] = [];
    await using run = start({
      reconcile: async ({ retries }) => {
        told.push(retries);
        if (told.length < 3) throw new Error("no");
        return told.length === 3 ? Result.requeueAfter(1000) : undefined;
      },
    });
    run.source.add(a);
    await settle();
    await run.advance(5);
    await run.advance(10);
    expect(told).toEqual([0, 1, 2]);
    await run.advance(999);
    expect(told).toHaveLength(3);
    await run.advance(1);
    expect(told).toEqual([0, 1, 2, 0]);
    expect(await run.metric("controller_runtime_reconcile_total")).toEqual({
      error: 2,
      requeue_after: 1,
      success: 1,
      requeue: 0,
    });
  });

  test("keeps the priority of an object that failed, unless a result gives another", async () => {
    const order: string[] = [];
    const failing = new Set(["shop/low"]);
    await using run = start({
      reconcile: async ({ key }) => {
        order.push(key.name);
        if (failing.delete(`shop/${key.name}`)) throw new Error("no");
      },
    });
    run.source.add({ ...a, name: "low" }, { priority: -100 });
    await settle();
    run.clock.advance(5);
    run.source.add(a);
    await settle();
    expect(order).toEqual(["low", "a", "low"]);
  });

  test("does not try again after a terminal error, however deep", async () => {
    await using run = start({
      reconcile: async () => {
        throw new Error("image", { cause: new TerminalError("no tag") });
      },
    });
    run.source.add(a);
    await settle();
    await run.advance(10_000_000);
    expect(run.calls).toHaveLength(1);
    expect(await run.metric("controller_runtime_terminal_reconcile_errors_total")).toEqual({ "": 1 });
    expect(run.lines("error")).toEqual(["terminal reconciler error, not trying again"]);
  });

  test.each([
    ["a text", "boom"],
    ["nothing", undefined],
    ["an object", { boom: true }],
  ])("counts and retries when %s is thrown", async (_, thrown) => {
    await using run = start({
      reconcile: () => {
        throw thrown;
      },
    });
    run.source.add(a);
    await settle();
    await run.advance(5);
    expect(run.calls).toHaveLength(2);
    expect(await run.metric("controller_runtime_reconcile_panics_total")).toEqual({ "": 2 });
    expect(await run.metric("controller_runtime_reconcile_errors_total")).toEqual({ "": 2 });
  });

  test("says what a result is to a reconciler that gives something else", async () => {
    await using run = start({ reconcile: async () => ({ requeueAfter: 5 }) as never });
    run.source.add(a);
    await settle();
    expect(run.log.at(-1)?.fields.err).toMatchObject({
      message: expect.stringContaining("Result.requeueAfter(ms)"),
    });
  });

  test("aborts the signal of a reconcile that takes too long, and counts it", async () => {
    await using run = start({ reconcileTimeoutMs: 100, reconcile: untilAborted });
    run.source.add(a);
    await settle();
    await run.advance(100);
    expect(run.lines("error")).toEqual(["reconciler error"]);
    expect(run.log.at(-1)?.fields.err).toMatchObject({ code: "RECONCILE_TIMEOUT" });
    expect(await run.metric("controller_runtime_reconcile_timeouts_total")).toEqual({ "": 1 });
    await run.advance(5);
    expect(run.calls).toHaveLength(2);
  });

  test("names controller, object and reconcile in each line", async () => {
    const ids: string[] = [];
    await using run = start({
      reconcile: async ({ log, reconcileId }) => {
        ids.push(reconcileId);
        log.info({ step: 1 }, "looking");
      },
    });
    run.source.add(a);
    await settle();
    const expected = {
      controller: "memcached",
      controllerGroup: "cache.example.com",
      controllerKind: "Memcached",
      Memcached: a,
      namespace: "shop",
      name: "a",
      reconcileID: ids[0],
    };
    const [line, success] = run.log.slice(-2);
    expect(line).toEqual({ level: "info", message: "looking", fields: { ...expected, step: 1 } });
    expect(success).toMatchObject({ level: "debug", message: "reconcile successful", fields: expected });
    expect(run.lines("info")).toEqual(["Starting Controller", "Starting workers", "looking"]);
  });

  test("tries again after a conflict without an error in the log", async () => {
    await using run = start({
      reconcile: async () => {
        throw conflictError({ group: "apps", resource: "deployments" }, "a");
      },
    });
    run.source.add(a);
    await settle();
    await run.advance(5);
    expect(run.calls).toHaveLength(2);
    expect(run.lines("error")).toEqual([]);
    expect(run.lines("info").at(-1)).toBe("reconcile met a conflict, trying again");
    expect(await run.metric("controller_runtime_reconcile_errors_total")).toEqual({ "": 2 });
  });

  test("logs the marker that would grant what a reconcile was forbidden", async () => {
    const because = 'User "x" cannot create resource "deployments" in API group "apps" in the namespace "shop"';
    await using run = start({
      reconcile: async () => {
        throw forbiddenError({ group: "apps", resource: "deployments" }, "", because);
      },
    });
    run.source.add(a);
    await settle();
    expect(run.log.at(-1)).toMatchObject({
      level: "error",
      fields: { rbacMarker: "// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=create" },
    });
  });

  test("aborts reconciles when it stops, waits for them, and drops what waits", async () => {
    const run = start({ reconcile: untilAborted });
    run.source.add(a, b);
    await settle();
    await run.stop("the end");
    expect(run.calls).toEqual(["shop/a"]);
    expect(run.lines("error")).toEqual([]);
    expect(run.lines("info").at(-1)).toBe("all workers finished");
    expect(run.clock.pending).toBe(0);
  });

  test("starts once", async () => {
    await using run = start({});
    await expect(run.controller.start(new AbortController())).rejects.toMatchObject({ code: "INVALID_SETUP" });
  });

  test("takes sources while it works", async () => {
    await using run = start({});
    const late = new HandSource({});
    await run.controller.watch(late);
    late.add(b);
    await settle();
    expect(run.calls).toEqual(["shop/b"]);
  });

  test("says of a source that was added that it was stopped before all was told", async () => {
    const run = start({});
    const watching = run.controller.watch(new HandSource({ isSynced: false }));
    const refused = expect(watching).rejects.toMatchObject({ code: "STOPPED" });
    await run.stop();
    await refused;
  });
});

describe("a source that does not sync", () => {
  const forbidden = forbiddenError(
    { group: "apps", resource: "deployments" },
    "",
    'User "x" cannot list resource "deployments" in API group "apps" at the cluster scope',
  );
  const marker = "// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch";

  test("fails the start, with the kind and the permission that is missing", async () => {
    const source = new HandSource({ isSynced: false, state: { phase: "backing-off", error: forbidden } });
    const run = start({ sources: [source] });
    await run.advance(119_999);
    expect(run.lines("warn").at(0)).toBe("waiting for cache to sync");
    expect(run.log.find(({ level }) => level === "warn")?.fields).toMatchObject({
      source: "Memcached",
      err: forbidden,
      rbacMarker: marker,
    });
    await run.advance(1);
    const error = await run.ended.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "CACHE_SYNC_TIMEOUT", cause: forbidden });
    expect(String(error)).toContain(`Memcached was not known in full after 120 s: ${forbidden.message}`);
    expect(String(error)).toContain(marker);
    expect(source.signal?.aborted).toBe(true);
    expect(run.clock.pending).toBe(0);
  });

  test("does not time out while its kind is not served", async () => {
    const source = new HandSource({ isSynced: false, state: { phase: "missing" } });
    await using run = start({ sources: [source], cacheSyncTimeoutMs: 10_000 });
    await run.advance(60_000);
    expect(run.lines("warn")[0]).toContain("is its CustomResourceDefinition installed?");
    source.add(a);
    source.sync();
    await settle();
    expect(run.calls).toEqual(["shop/a"]);
  });

  test("fails the start when it can never work", async () => {
    const failure = new Error("no");
    const run = start({ sources: [{ name: "broken", start: () => Promise.reject(failure) }] });
    await expect(run.ended).rejects.toBe(failure);
    expect(run.clock.pending).toBe(0);
  });

  test("ends without an error when the controller stops", async () => {
    const run = start({ sources: [new HandSource({ isSynced: false })] });
    await run.stop();
    expect(run.clock.pending).toBe(0);
  });
});

describe("set-up", () => {
  const source: Source = { name: "none", start: async () => {} };
  test.each<[string, Partial<ControllerOptions>, string]>([
    ["a name", { name: "mem cached" }, 'a controller cannot be named "mem cached"'],
    ["no name", { name: "" }, "a controller needs a name"],
    ["nothing as a name", { name: undefined as never }, "a controller needs a name"],
    ["no sources", { sources: [] }, "nothing leads to a reconcile"],
    ["no workers", { maxConcurrentReconciles: 0 }, "maxConcurrentReconciles is 0"],
    ["half a worker", { maxConcurrentReconciles: 1.5 }, "maxConcurrentReconciles is 1.5"],
    ["no time", { reconcileTimeoutMs: 0 }, "reconcileTimeoutMs is 0"],
    ["time that is none", { cacheSyncTimeoutMs: Number.NaN }, "cacheSyncTimeoutMs is NaN"],
    [
      "a class",
      { reconciler: Reconciling as never },
      "its reconciler is the class Reconciling: give it an instance, new",
    ],
    ["no reconciler", { reconciler: {} as never }, "its reconciler is neither a function nor"],
  ])("is refused: %s", (_, options, message) => {
    const base = { name: "memcached", reconciler: async () => {}, sources: [source], client: noClient };
    expect(() => new Controller({ ...base, ...options })).toThrow(
      expect.objectContaining({ code: "INVALID_SETUP", message: expect.stringContaining(message) }),
    );
  });
});

const noClient = {} as ReconcileClient;

class Reconciling {
  async reconcile(): Promise<void> {}
}

interface Line {
  level: string;
  message: string;
  fields: Record<string, unknown>;
}

class HandSource implements Source {
  readonly name = "Memcached";
  readonly #state: Partial<StreamState>;
  #isSynced: boolean;
  #sink: RequestSink | undefined;
  #whenSynced = () => {};
  signal: AbortSignal | undefined;
  readonly #early: [ObjectKey, { priority?: number }][] = [];

  constructor({ isSynced = true, state = {} }: { isSynced?: boolean; state?: Partial<StreamState> }) {
    this.#isSynced = isSynced;
    this.#state = state;
  }

  get states(): readonly StreamState[] {
    return [{ phase: "listing", sinceMs: 0, isSynced: this.#isSynced, ...this.#state }];
  }

  add(...items: (ObjectKey | { priority: number })[]): void {
    const options = items.find((item): item is { priority: number } => "priority" in item) ?? {};
    for (const key of items) {
      if (!("name" in key)) continue;
      if (this.#sink === undefined) this.#early.push([key, options]);
      else this.#sink.add(key, options);
    }
  }

  sync(): void {
    this.#isSynced = true;
    this.#whenSynced();
  }

  async start({ sink, signal }: Parameters<Source["start"]>[0]): Promise<void> {
    this.#sink = sink;
    this.signal = signal;
    for (const [key, options] of this.#early.splice(0)) sink.add(key, options);
    if (this.#isSynced) return;
    await new Promise<void>((resolve) => {
      this.#whenSynced = resolve;
    });
  }
}

interface StartOptions extends Partial<Omit<ControllerOptions, "reconciler">> {
  reconcile?: ReconcileFunction;
}

function start({ reconcile = async () => {}, ...options }: StartOptions) {
  const clock = new ManualClock();
  const calls: string[] = [];
  const log: Line[] = [];
  const metrics = new Metrics({ clock });
  const source = new HandSource({});
  let ids = 0;
  const controller = new Controller({
    name: "memcached",
    kind: Memcached,
    sources: [source],
    client: noClient,
    clock,
    metrics: metrics.controller("memcached"),
    log: recordingLogger(log),
    process: { uuid: () => `id-${++ids}` },
    reconciler: (context) => {
      calls.push(`${context.key.namespace}/${context.key.name}`);
      return reconcile(context);
    },
    ...options,
  });
  const abort = new AbortController();
  const ended = controller.start(abort);
  ended.catch(() => {});
  const stop = async (reason: string = "stopped"): Promise<void> => {
    abort.abort(new RuntimeError("STOPPED", reason));
    await ended;
  };
  return {
    controller,
    clock,
    calls,
    log,
    source,
    ended,
    stop,
    lines: (level: string) => log.filter((line) => line.level === level).map(({ message }) => message),
    async advance(ms: number) {
      await settle();
      clock.advance(ms);
      await settle();
    },
    async metric(name: string) {
      const found = (await metrics.registry.getMetricsAsJSON()).find((metric) => metric.name === name);
      const values = (found?.values ?? []) as { value: number; labels: Record<string, string> }[];
      return Object.fromEntries(values.map(({ value, labels }) => [labels.result ?? "", value]));
    },
    [Symbol.asyncDispose]: () => stop(),
  };
}

function recordingLogger(lines: Line[], fixed: Record<string, unknown> = {}): Logger {
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, fields: { ...fixed, ...fields } });
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    child: (fields) => recordingLogger(lines, { ...fixed, ...fields }),
  };
}

function fail(): never {
  throw new Error("no");
}

function untilAborted({ signal }: ReconcileContext): Promise<undefined> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
