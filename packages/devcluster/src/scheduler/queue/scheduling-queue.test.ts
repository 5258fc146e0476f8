import { ManualClock } from "@kubewright/api";
import type { Pod } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { factsOf, type PodFacts } from "../view/pod-facts.ts";
import { SchedulingQueue } from "./scheduling-queue.ts";

function facts(name: string, priority = 0): PodFacts {
  const pod: Pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, uid: name },
    spec: { containers: [{ name: "main" }], priority },
  };
  return factsOf(pod);
}

function start() {
  const clock = new ManualClock();
  let wakes = 0;
  const queue = new SchedulingQueue({ clock, onReady: () => wakes++ });
  const take = (): string | undefined => queue.take()?.facts.uid;
  return { clock, queue, take, wakes: () => wakes };
}

describe("SchedulingQueue", () => {
  test("gives the most important first, and of equals the one that came first", () => {
    const { queue, take } = start();
    for (const [name, priority] of [
      ["a", 0],
      ["b", 5],
      ["c", 0],
      ["d", 5],
    ] as const)
      queue.add(facts(name, priority));
    expect([take(), take(), take(), take(), take()]).toEqual(["b", "d", "a", "c", undefined]);
  });

  test("keeps one that fits nowhere until something may help it", () => {
    const { queue, take, wakes } = start();
    queue.add(facts("a", 5));
    queue.misfit(queue.take()!, new Set(["NodeAffinity"]));
    expect(take()).toBeUndefined();
    queue.reconsider(({ filters }) => filters.has("NodePorts"));
    expect([take(), wakes()]).toEqual([undefined, 1]);
    queue.reconsider(({ filters }) => filters.has("NodeAffinity"));
    queue.add(facts("b"));
    expect([take(), take(), wakes()]).toEqual(["b", "a", 3]);
  });

  test("tries one that fits nowhere again after five minutes in any case", () => {
    const { clock, queue, take } = start();
    queue.add(facts("a"));
    queue.misfit(queue.take()!, new Set());
    clock.advance(299_999);
    expect(take()).toBeUndefined();
    clock.advance(1);
    expect(take()).toBe("a");
  });

  test("waits twice as long after each failure, ten seconds at most", () => {
    const { clock, queue } = start();
    queue.add(facts("a"));
    const waits: number[] = [];
    for (let count = 0; count < 6; count++) {
      queue.failed(queue.take()!);
      const before = clock.monotonic();
      clock.advanceToNext();
      waits.push(clock.monotonic() - before);
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  test("forgets what is removed, and leaves no timers behind", () => {
    const { clock, queue, take } = start();
    for (const name of ["a", "b", "c"]) queue.add(facts(name));
    queue.misfit(queue.take()!, new Set());
    queue.failed(queue.take()!);
    queue.remove("c");
    expect([take(), queue.size, clock.pending]).toEqual([undefined, 2, 2]);
    queue.remove("a");
    queue.close();
    expect([queue.size, clock.pending]).toEqual([0, 0]);
  });
});
