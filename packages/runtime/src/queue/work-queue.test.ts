import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { RuntimeError } from "../errors.ts";
import type { QueueMetrics } from "../observability/metric/component-metrics.ts";
import { tokenBucket } from "./rate-limiter.ts";
import { WorkQueue, type WorkQueueOptions } from "./work-queue.ts";

// That it does what controller-runtime's queue does is tested with vectors in test/queue-vectors.test.ts.

function setUp(options: Partial<WorkQueueOptions<string>> = {}): { queue: WorkQueue<string>; clock: ManualClock } {
  const clock = new ManualClock();
  return { clock, queue: new WorkQueue<string>({ id: (item) => item, clock, ...options }) };
}

/** Takes all there is, and is done with it. */
function takeAll(queue: WorkQueue<string>): string[] {
  const items: string[] = [];
  for (let taken = queue.tryTake(); taken !== undefined; taken = queue.tryTake()) {
    items.push(taken.item);
    queue.done(taken.item);
  }
  return items;
}

/** Lets everything run that waits for nothing but promises. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

/** What a promise came to, once `settled`. */
function watch<T>(promise: Promise<T>): { state: "pending" | "resolved" | "rejected"; value?: unknown } {
  const watched: ReturnType<typeof watch> = { state: "pending" };
  promise.then(
    (value) => Object.assign(watched, { state: "resolved", value }),
    (error: unknown) => Object.assign(watched, { state: "rejected", value: error }),
  );
  return watched;
}

describe("WorkQueue", () => {
  test("gives items in the order in which they were added", () => {
    const { queue } = setUp();
    for (const item of ["a", "b", "c"]) queue.add(item);
    expect(queue.length).toBe(3);
    expect(takeAll(queue)).toEqual(["a", "b", "c"]);
    expect(queue.length).toBe(0);
  });

  test("gives higher priorities first, and tells the priority", () => {
    const { queue } = setUp();
    queue.add("low", { priority: -100 });
    queue.add("usual");
    queue.add("high", { priority: 7 });
    expect([queue.tryTake(), queue.tryTake(), queue.tryTake(), queue.tryTake()]).toEqual([
      { item: "high", priority: 7 },
      { item: "usual", priority: 0 },
      { item: "low", priority: -100 },
      undefined,
    ]);
  });

  test("gives an item once that is added several times, with the highest priority", () => {
    const { queue } = setUp();
    queue.add("a", { priority: 1 });
    queue.add("b", { priority: 2 });
    queue.add("a", { priority: 2 });
    queue.add("a", { priority: -5 });
    expect(queue.length).toBe(2);
    expect(takeAll(queue)).toEqual(["b", "a"]);
  });

  test("tells items apart by their id alone", () => {
    const queue = new WorkQueue<{ namespace: string; name: string }>({
      id: ({ namespace, name }) => `${namespace}/${name}`,
      clock: new ManualClock(),
    });
    queue.add({ namespace: "x", name: "a" });
    queue.add({ namespace: "x", name: "a" });
    queue.add({ namespace: "y", name: "a" });
    expect(queue.length).toBe(2);
    queue.tryTake();
    queue.done({ namespace: "x", name: "a" });
    expect(queue.tryTake()?.item).toEqual({ namespace: "y", name: "a" });
  });

  test("knows nothing of an item any more once its worker is done", () => {
    const queue = new WorkQueue<{ id: string; version: number }>({ id: ({ id }) => id, clock: new ManualClock() });
    for (const version of [1, 2]) {
      const item = { id: "a", version };
      queue.add(item);
      expect(queue.tryTake()?.item).toBe(item);
      queue.done(item);
    }
  });

  test("never gives an item to two workers: what is added meanwhile comes after done", () => {
    const { queue } = setUp();
    queue.add("a");
    expect(queue.tryTake()?.item).toBe("a");
    queue.add("a");
    queue.add("a", { priority: 9 });
    expect(queue.length).toBe(1);
    expect(queue.tryTake()).toBeUndefined();
    queue.done("a");
    expect(queue.tryTake()).toEqual({ item: "a", priority: 9 });
    queue.done("a");
    expect(queue.tryTake()).toBeUndefined();
  });

  test("gives an item that came back in the place it got when it was added", () => {
    const { queue } = setUp();
    queue.add("a");
    queue.tryTake();
    for (const item of ["b", "a", "c"]) queue.add(item);
    queue.done("a");
    expect(takeAll(queue)).toEqual(["b", "a", "c"]);
  });

  test("refuses done for an item that no worker has", () => {
    const { queue } = setUp();
    queue.add("a");
    const refused = expect.objectContaining({
      code: "INVALID_ARGUMENT",
      message: 'WorkQueue.done: no worker has item "a"',
    });
    expect(() => queue.done("a")).toThrow(refused);
    queue.tryTake();
    queue.done("a");
    expect(() => queue.done("a")).toThrow(refused);
  });

  test.each([
    ["WorkQueue.add: priority 0.5 is not an integer", { priority: 0.5 }],
    ["WorkQueue.add: priority NaN is not an integer", { priority: Number.NaN }],
    ["WorkQueue.add: afterMs is not a number", { afterMs: Number.NaN }],
  ])("refuses %s", (message, options) => {
    const { queue } = setUp();
    expect(() => queue.add("a", options)).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT", message }));
  });
});

describe("WorkQueue with delays", () => {
  test("gives an item when its time has come", () => {
    const { queue, clock } = setUp();
    queue.add("a", { afterMs: 100 });
    expect(queue.length).toBe(0);
    clock.advance(99);
    expect(queue.tryTake()).toBeUndefined();
    clock.advance(1);
    expect(queue.length).toBe(1);
    expect(takeAll(queue)).toEqual(["a"]);
  });

  test("sorts those that became ready by when they did", () => {
    const { queue, clock } = setUp();
    queue.add("late", { afterMs: 20 });
    queue.add("early", { afterMs: 10 });
    queue.add("now");
    clock.advance(20);
    expect(takeAll(queue)).toEqual(["now", "early", "late"]);
  });

  test("sorts those that became ready together by when they got their priority", () => {
    const { queue, clock } = setUp();
    for (const item of ["a", "b", "c"]) queue.add(item, { afterMs: 10 });
    queue.add("c", { afterMs: 10, priority: 5 });
    queue.add("a", { afterMs: 20, priority: 5 });
    clock.advance(10);
    expect(takeAll(queue)).toEqual(["c", "a", "b"]);
  });

  test.each([
    { second: { afterMs: 10 }, readyAfter: 10 },
    { second: { afterMs: 500 }, readyAfter: 100 },
    { second: {}, readyAfter: 0 },
    { second: { afterMs: -5 }, readyAfter: 0 },
  ])("waits for the shorter of two delays: 100 ms and $second", ({ second, readyAfter }) => {
    const { queue, clock } = setUp();
    queue.add("a", { afterMs: 100 });
    queue.add("a", second);
    if (readyAfter > 0) {
      clock.advance(readyAfter - 1);
      expect(queue.length).toBe(0);
      clock.advance(1);
    }
    expect(takeAll(queue)).toEqual(["a"]);
    clock.advance(1000);
    expect(queue.length).toBe(0);
  });

  test("does not delay an item that is ready already", () => {
    const { queue } = setUp();
    queue.add("a");
    queue.add("a", { afterMs: 100, priority: 3 });
    expect(queue.tryTake()).toEqual({ item: "a", priority: 3 });
  });

  test("holds an item back whose delay ends while a worker has it", () => {
    const { queue, clock } = setUp();
    queue.add("a");
    queue.tryTake();
    queue.add("a", { afterMs: 10 });
    clock.advance(10);
    expect(queue.tryTake()).toBeUndefined();
    queue.done("a");
    expect(queue.tryTake()?.item).toBe("a");
  });

  test("keeps the delay of an item whose worker is done before it ends", () => {
    const { queue, clock } = setUp();
    queue.add("a");
    queue.tryTake();
    queue.add("a", { afterMs: 10 });
    queue.done("a");
    expect(queue.tryTake()).toBeUndefined();
    clock.advance(10);
    expect(queue.tryTake()?.item).toBe("a");
  });

  test("has one timer at most, and none while nothing is delayed", () => {
    const { queue, clock } = setUp();
    expect(clock.pending).toBe(0);
    for (const [item, afterMs] of Object.entries({ a: 50, b: 30, c: 70, d: 10, e: Number.POSITIVE_INFINITY })) {
      queue.add(item, { afterMs });
      expect(clock.pending).toBe(1);
    }
    clock.advance(40);
    expect([queue.length, clock.pending]).toEqual([2, 1]);
    queue.add("a");
    queue.add("c");
    queue.add("e");
    expect([queue.length, clock.pending]).toEqual([5, 0]);
  });

  test("never gives an item with an infinite delay by itself", () => {
    const { queue, clock } = setUp();
    queue.add("a", { afterMs: Number.POSITIVE_INFINITY });
    clock.advance(1e12);
    expect(queue.length).toBe(0);
    queue.add("a", { afterMs: 5 });
    clock.advance(5);
    expect(takeAll(queue)).toEqual(["a"]);
  });
});

describe("WorkQueue with a rate limiter", () => {
  test("backs off from 5 ms, twice as long each time, until the item is forgotten", () => {
    const { queue, clock } = setUp();
    const delayOf = (): number => {
      const before = clock.monotonic();
      queue.add("a", { rateLimited: true });
      clock.advanceToNext();
      expect(takeAll(queue)).toEqual(["a"]);
      return clock.monotonic() - before;
    };
    expect([delayOf(), delayOf(), delayOf(), delayOf()]).toEqual([5, 10, 20, 40]);
    expect(queue.retries("a")).toBe(4);
    queue.forget("a");
    expect(queue.retries("a")).toBe(0);
    expect(delayOf()).toBe(5);
  });

  test.each([
    { afterMs: 2, readyAfter: 2 },
    { afterMs: 50, readyAfter: 5 },
    { afterMs: 0, readyAfter: 5 },
  ])("takes the shorter of afterMs $afterMs and what the limiter says", ({ afterMs, readyAfter }) => {
    const { queue, clock } = setUp();
    queue.add("a", { afterMs, rateLimited: true });
    expect(queue.retries("a")).toBe(1);
    clock.advance(readyAfter - 1);
    expect(queue.length).toBe(0);
    clock.advance(1);
    expect(queue.length).toBe(1);
  });

  test.each([Number.NaN, -1, undefined])("refuses a delay of %s from the limiter", (delayMs) => {
    const rateLimiter = { delayMs: () => delayMs as number, forget: () => {}, retries: () => 0 };
    const { queue } = setUp({ rateLimiter });
    expect(() => queue.add("a", { rateLimited: true })).toThrow(
      new RuntimeError(
        "INVALID_ARGUMENT",
        `WorkQueue.add: the rate limiter gave ${delayMs} as a delay in milliseconds`,
      ),
    );
    expect(queue.length).toBe(0);
    queue.add("a");
    expect(takeAll(queue)).toEqual(["a"]);
  });

  test("gives an item at once that the limiter lets through", () => {
    const { queue, clock } = setUp({ rateLimiter: tokenBucket({ perSecond: 10, burst: 1 }) });
    queue.add("a", { rateLimited: true });
    queue.add("b", { rateLimited: true });
    expect(takeAll(queue)).toEqual(["a"]);
    clock.advance(100);
    expect(takeAll(queue)).toEqual(["b"]);
  });
});

describe("WorkQueue.take", () => {
  test("gives what is there, and waits for what is not", async () => {
    const { queue, clock } = setUp();
    queue.add("a");
    expect(await queue.take()).toEqual({ item: "a", priority: 0 });
    const waiting = watch(queue.take());
    queue.add("b", { afterMs: 10, priority: 1 });
    await settled();
    expect(waiting.state).toBe("pending");
    clock.advance(10);
    await settled();
    expect(waiting).toEqual({ state: "resolved", value: { item: "b", priority: 1 } });
  });

  test("gives one item to each of those that wait, the first come first", async () => {
    const { queue } = setUp();
    const workers = [1, 2, 3].map(() => watch(queue.take()));
    queue.add("a");
    queue.add("b");
    await settled();
    expect(workers.map(({ value }) => (value as { item: string } | undefined)?.item)).toEqual(["a", "b", undefined]);
  });

  test("sorts and deduplicates what is added in one go before it gives it to those that wait", async () => {
    const { queue } = setUp();
    const first = queue.take();
    queue.add("low", { priority: -100 });
    queue.add("a");
    queue.add("a", { priority: 5 });
    expect((await first)?.item).toBe("a");
    queue.done("a");
    expect(takeAll(queue)).toEqual(["low"]);
  });

  test("gives an item that comes back to one that waits", async () => {
    const { queue } = setUp();
    queue.add("a");
    queue.tryTake();
    queue.add("a");
    const waiting = watch(queue.take());
    await settled();
    expect(waiting.state).toBe("pending");
    queue.done("a");
    await settled();
    expect(waiting.state).toBe("resolved");
  });

  test("rejects with the reason of its signal, and takes nothing then", async () => {
    const { queue } = setUp();
    const controller = new AbortController();
    const reason = new Error("enough");
    const waiting = watch(queue.take({ signal: controller.signal }));
    const other = watch(queue.take());
    queue.add("a");
    controller.abort(reason);
    await settled();
    expect(waiting).toEqual({ state: "rejected", value: reason });
    expect(other.state).toBe("resolved");
    queue.add("b");
    await expect(queue.take({ signal: controller.signal })).rejects.toBe(reason);
    expect(takeAll(queue)).toEqual(["b"]);
  });

  test("lets any number of workers share a signal, and leaves nothing on it", async () => {
    const { queue } = setUp();
    const controller = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = controller.signal;
    controller.signal.addEventListener = (...parameters: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(controller.signal, parameters);
    };
    controller.signal.removeEventListener = (...parameters: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(controller.signal, parameters);
    };
    const workers = Array.from({ length: 20 }, () => queue.take({ signal: controller.signal }));
    expect(listeners).toBe(1);
    for (let item = 0; item < 20; item++) queue.add(String(item));
    await Promise.all(workers);
    expect(listeners).toBe(0);
  });
});

describe("WorkQueue.shutDown", () => {
  test("drops what is ready and delayed, and takes nothing in any more", async () => {
    const { queue, clock } = setUp();
    queue.add("a");
    queue.add("b", { afterMs: 10 });
    queue.add("c");
    queue.tryTake();
    queue.add("a");
    expect(queue.isShutDown).toBe(false);
    await queue.shutDown();
    queue.add("d");
    queue.add("a");
    expect([queue.isShutDown, queue.length, clock.pending]).toEqual([true, 0, 0]);
    queue.done("a");
    clock.advance(100);
    expect([queue.tryTake(), await queue.take()]).toEqual([undefined, undefined]);
  });

  test("sends home those that wait", async () => {
    const { queue } = setUp();
    const workers = [queue.take(), queue.take()];
    await queue.shutDown();
    expect(await Promise.all(workers)).toEqual([undefined, undefined]);
  });

  test("with drain gives what is ready, and resolves when the workers are done with it", async () => {
    const { queue, clock } = setUp();
    queue.add("a");
    queue.add("b");
    queue.add("delayed", { afterMs: 10 });
    queue.tryTake();
    const drained = watch(queue.shutDown({ drain: true }));
    queue.add("c");
    expect([queue.length, clock.pending]).toEqual([1, 0]);
    expect((await queue.take())?.item).toBe("b");
    expect(await queue.take()).toBeUndefined();
    queue.done("b");
    await settled();
    expect(drained.state).toBe("pending");
    queue.done("a");
    await settled();
    expect(drained.state).toBe("resolved");
  });

  test("with drain gives an item that was added while a worker has it, and no one leaves before", async () => {
    const { queue } = setUp();
    queue.add("a");
    queue.tryTake();
    queue.add("a");
    const drained = watch(queue.shutDown({ drain: true }));
    const workers = [watch(queue.take()), watch(queue.take())];
    await settled();
    expect([drained.state, ...workers.map(({ state }) => state)]).toEqual(["pending", "pending", "pending"]);
    queue.done("a");
    await settled();
    expect(workers).toEqual([
      { state: "resolved", value: { item: "a", priority: 0 } },
      { state: "resolved", value: undefined },
    ]);
    queue.done("a");
    await settled();
    expect(drained.state).toBe("resolved");
  });

  test("with drain sends home those that wait as soon as another took the last item", async () => {
    const { queue } = setUp();
    queue.add("a");
    queue.tryTake();
    queue.add("a");
    const waiting = watch(queue.take());
    void queue.shutDown({ drain: true });
    queue.done("a");
    expect(queue.tryTake()?.item).toBe("a");
    await settled();
    expect(waiting).toEqual({ state: "resolved", value: undefined });
  });

  test("with drain resolves at once when there is nothing to wait for", async () => {
    const { queue } = setUp();
    queue.add("delayed", { afterMs: 10 });
    await queue.shutDown({ drain: true });
    await queue.shutDown({ drain: true });
  });

  test("without drain ends a drain", async () => {
    const { queue } = setUp();
    queue.add("a");
    const drained = watch(queue.shutDown({ drain: true }));
    await settled();
    expect(drained.state).toBe("pending");
    await queue.shutDown();
    await settled();
    expect(drained.state).toBe("resolved");
  });

  test("rejects the wait for a drain with the reason of its signal", async () => {
    const { queue } = setUp();
    queue.add("a");
    queue.tryTake();
    const controller = new AbortController();
    const drained = queue.shutDown({ drain: true, signal: controller.signal });
    controller.abort(new Error("too long"));
    await expect(drained).rejects.toThrow("too long");
    queue.done("a");
  });
});

describe("WorkQueue metrics", () => {
  function counted(): { queue: WorkQueue<string>; clock: ManualClock; calls: string[]; unfinished: () => number[] } {
    const calls: string[] = [];
    let secondsOfEach: () => Iterable<number> = () => [];
    const metrics: QueueMetrics = {
      added: () => void calls.push("added"),
      retried: () => void calls.push("retried"),
      depthChanged: (priority, change) => void calls.push(`depth of ${priority} ${change > 0 ? "up" : "down"}`),
      taken: (seconds) => void calls.push(`taken after ${seconds} s`),
      done: (seconds) => void calls.push(`done after ${seconds} s`),
      unfinished: (ask) => {
        secondsOfEach = ask;
      },
    };
    return { ...setUp({ metrics }), calls, unfinished: () => [...secondsOfEach()] };
  }

  test("that throw keep no item from a worker that waits", async () => {
    const broken = (): never => {
      throw new Error("full");
    };
    const { queue } = setUp({
      metrics: { added: broken, done: broken, depthChanged() {}, taken() {}, retried() {}, unfinished() {} },
    });
    const taken = watch(queue.take());
    expect(() => queue.add("a")).toThrow("full");
    await settled();
    expect(taken).toMatchObject({ state: "resolved", value: { item: "a" } });

    expect(() => queue.add("a")).toThrow("full");
    const again = watch(queue.take());
    expect(() => queue.done("a")).toThrow("full");
    await settled();
    expect(again).toMatchObject({ state: "resolved", value: { item: "a" } });
  });

  test("follow an item from add to done", () => {
    const { queue, clock, calls, unfinished } = counted();
    queue.add("a");
    clock.advance(2000);
    queue.tryTake();
    clock.advance(3000);
    expect(unfinished()).toEqual([3]);
    queue.done("a");
    expect(unfinished()).toEqual([]);
    expect(calls).toEqual(["added", "depth of 0 up", "depth of 0 down", "taken after 2 s", "done after 3 s"]);
  });

  test("count a delayed item when it is ready, and its wait from then on", () => {
    const { queue, clock, calls } = counted();
    queue.add("a", { afterMs: 1000, priority: 4 });
    expect(calls).toEqual(["retried"]);
    clock.advance(1500);
    queue.tryTake();
    expect(calls).toEqual(["retried", "added", "depth of 4 up", "depth of 4 down", "taken after 0.5 s"]);
  });

  test("move an item whose priority is raised, and do not count it again", () => {
    const { queue, calls } = counted();
    queue.add("a");
    queue.add("a");
    queue.add("a", { priority: 2 });
    expect(calls).toEqual(["added", "depth of 0 up", "depth of 0 down", "depth of 2 up"]);
  });

  test("take out what a shutdown drops", async () => {
    const { queue, calls } = counted();
    queue.add("a");
    queue.add("b", { afterMs: 10 });
    await queue.shutDown();
    expect(calls).toEqual(["added", "depth of 0 up", "retried", "depth of 0 down"]);
  });
});
