import { describe, expect, test } from "vitest";
import type { Runnable } from "./runnable.ts";
import { RunnableGroup } from "./runnable-group.ts";

describe("RunnableGroup", () => {
  test("starts what was added before and after its start", async () => {
    const { group, told } = groupWithLog();
    group.add(forever("a", told));
    await settle();
    expect(told).toEqual([]);
    group.start();
    group.add(forever("b", told));
    await settle();
    expect(told).toEqual(["a starts", "b starts"]);
    expect(group.running).toEqual(["a", "b"]);
    group.stop(new Error("stop"));
    await group.ended();
    expect(told.slice(2)).toEqual(["a ends", "b ends"]);
    expect(group.running).toEqual([]);
  });

  test("tells what a runnable fails with, also when it throws at once, but not the reason for the stop", async () => {
    const { group, told } = groupWithLog();
    const failures: Runnable[] = [
      { name: "rejects", start: () => Promise.reject(new Error("no")) },
      {
        start: () => {
          throw new Error("never");
        },
      },
      { name: "waits", start: ({ signal }) => untilAborted(signal).then(() => Promise.reject(signal.reason)) },
      { name: "breaks", start: ({ signal }) => untilAborted(signal).then(() => Promise.reject(new Error("late"))) },
    ];
    for (const runnable of failures) group.add(runnable);
    group.start();
    await settle();
    expect(told.sort()).toEqual(["rejects: no", "runnable: never"]);
    group.stop(new Error("stop"));
    await group.ended();
    expect(told.slice(2)).toEqual(["breaks: late"]);
  });

  test("takes nothing once it is stopped", async () => {
    const { group, told } = groupWithLog();
    group.add(forever("early", told));
    group.stop(new Error("stop"));
    group.start();
    await group.ended();
    expect(told).toEqual([]);
    expect(() => group.add(forever("late", told))).toThrow(expect.objectContaining({ code: "STOPPED" }));
  });

  test("waits for what is added by what it waits for", async () => {
    const { group, told } = groupWithLog();
    group.add({
      name: "first",
      start: async () => {
        await settle();
        group.add({ name: "second", start: async () => void told.push("second") });
      },
    });
    group.start();
    await group.ended();
    expect(told).toEqual(["second"]);
  });
});

function groupWithLog(): { group: RunnableGroup; told: string[] } {
  const told: string[] = [];
  const group = new RunnableGroup({ onFailure: (error, name) => told.push(`${name}: ${(error as Error).message}`) });
  return { group, told };
}

function forever(name: string, told: string[]): Runnable {
  return {
    name,
    async start({ signal }) {
      told.push(`${name} starts`);
      await untilAborted(signal);
      told.push(`${name} ends`);
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
