import { defineKind, type KubeObject } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { TriggerRig, turn } from "../../test/fixture/trigger-rig.ts";
import { type TimerSourceOptions, timerSource } from "./timer-source.ts";

const Pod = defineKind<KubeObject>({ group: "", version: "v1", kind: "Pod" });
const pods = (...names: string[]) => names.map((name) => Pod.of({ metadata: { namespace: "town", name } }));

async function start(
  options: TimerSourceOptions,
): Promise<{ rig: TriggerRig; after: (ms: number) => Promise<string[]> }> {
  const rig = new TriggerRig();
  await timerSource(options).start(rig.context);
  /** What comes by then. */
  const after = async (ms: number): Promise<string[]> => {
    rig.clock.advance(ms);
    await turn();
    return rig.requests();
  };
  return { rig, after };
}

describe("timerSource", () => {
  test("tells of its keys at the start and after each period", async () => {
    const { rig, after } = await start({ everyMs: 1000, keys: [{ name: "a" }, { namespace: "town", name: "b" }] });
    expect(rig.requests()).toEqual(["a, priority -100", "town/b, priority -100"]);
    expect(await after(999)).toEqual([]);
    expect(await after(1)).toEqual(["a, priority -100", "town/b, priority -100"]);
    expect(await after(999)).toEqual([]);
    expect(await after(1)).toHaveLength(2);
    expect(rig.clock.pending).toBe(1);
  });

  test("tells of what a list gives each time", async () => {
    let names = ["a", "b"];
    const { rig, after } = await start({ everyMs: 1000, list: () => pods(...names), priority: 0 });
    expect(rig.requests()).toEqual(["town/a", "town/b"]);
    names = ["b", "c"];
    expect(await after(1000)).toEqual(["town/b", "town/c"]);
  });

  test("takes lists as clients give them, and passes on the signal", async () => {
    const signals: AbortSignal[] = [];
    const { rig } = await start({
      everyMs: 1000,
      list: async ({ signal }) => {
        signals.push(signal);
        return { apiVersion: "v1", kind: "PodList", metadata: {}, items: pods("a") };
      },
    });
    expect(rig.requests()).toEqual(["town/a, priority -100"]);
    expect(signals).toEqual([rig.context.signal]);
  });

  test("is later by chance, up to the share that jitter says", async () => {
    const { rig, after } = await start({ everyMs: 1000, keys: [{ name: "a" }], jitter: 0.2 });
    rig.requests();
    expect(await after(1099)).toEqual([]);
    expect(await after(1)).toHaveLength(1);
  });

  test("lists again soon after a failure, later each time, at its pace at the latest", async () => {
    let isUp = false;
    const { rig, after } = await start({
      everyMs: 3000,
      list: async () => {
        if (!isUp) throw new Error("no connection");
        return pods("a");
      },
    });
    const failures = () => rig.log.lines.map(({ fields }) => fields.delayMs);
    expect(failures()).toEqual([1000]);
    await after(1000);
    await after(2000);
    expect(failures()).toEqual([1000, 2000, 3000]);
    await after(2999);
    isUp = true;
    expect(await after(1)).toEqual(["town/a, priority -100"]);
    expect(rig.log.from("error")).toHaveLength(3);
    isUp = false;
    await after(3000);
    expect(failures().at(-1)).toBe(1000);
  });

  test("ends when its signal aborts, also during a list", async () => {
    const { rig, after } = await start({ everyMs: 1000, keys: [{ name: "a" }] });
    rig.stop();
    expect(rig.clock.pending).toBe(0);
    rig.requests();
    expect(await after(5000)).toEqual([]);

    const other = new TriggerRig();
    let answer = (_: KubeObject[]): void => {};
    const list = () =>
      new Promise<KubeObject[]>((resolve) => {
        answer = resolve;
      });
    const started = timerSource({ everyMs: 1000, list }).start(other.context);
    other.stop(new Error("enough"));
    answer(pods("a"));
    await expect(started).rejects.toThrow("enough");
    expect([other.requests(), other.clock.pending, other.log.lines]).toEqual([[], 0, []]);
  });

  test.each<[string, Partial<TimerSourceOptions>]>([
    ["everyMs is 0, but must be a positive number of milliseconds", { everyMs: 0 }],
    ["jitter is -1, but must be a share of everyMs, such as 0.1", { jitter: -1 }],
  ])("refuses %s", (message, options) => {
    const make = () => timerSource({ name: "sweep", everyMs: 1000, keys: [], ...options });
    expect(make).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT", message: `timerSource "sweep": ${message}` }),
    );
  });
});
