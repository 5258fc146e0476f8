import { ManualClock } from "@kubewright/api";
import { sleep } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { systemTestHost } from "../../host.ts";
import { ManualPace } from "./manual-pace.ts";

function start() {
  const clock = new ManualClock();
  return { clock, pace: new ManualPace(clock, () => 0, systemTestHost()) };
}

describe("ManualPace", () => {
  test("lets time go by while something is waited for, and not a call longer", async () => {
    const { clock, pace } = start();
    const waited = await pace.during(sleep(90_000, { clock }).then(() => clock.monotonic()));
    expect(waited).toBe(90_000);
    expect(clock.pending).toBe(0);
  });

  test("lets several wait at once", async () => {
    const { clock, pace } = start();
    const ends: string[] = [];
    const wait = (name: string, ms: number) => pace.during(sleep(ms, { clock }).then(() => ends.push(name)));
    await Promise.all([wait("late", 500), wait("early", 50), wait("middle", 250)]);
    expect(ends).toEqual(["early", "middle", "late"]);
    await wait("again", 10);
    expect(ends).toHaveLength(4);
  });

  test("waits for what is no part of the cluster and takes real time", async () => {
    const { pace } = start();
    const { clock: real } = systemTestHost();
    await pace.during(sleep(20, { clock: real }));
  });

  test("advances to each call that is due, and lets what it leads to happen at that time", async () => {
    const { clock, pace } = start();
    const times: number[] = [];
    const tick = async (): Promise<void> => {
      for (;;) {
        await sleep(10_000, { clock });
        times.push(clock.monotonic());
      }
    };
    void tick();
    await pace.advance(35_000);
    expect(times).toEqual([10_000, 20_000, 30_000]);
    expect(clock.monotonic()).toBe(35_000);
    await pace.advance(0);
    expect(clock.monotonic()).toBe(35_000);
  });

  test("passes on the error of a scheduled call to who waits", async () => {
    const { clock, pace } = start();
    clock.schedule(10, () => {
      throw new Error("broken");
    });
    await expect(pace.during(new Promise(() => {}))).rejects.toThrow("broken");
    await pace.during(sleep(10, { clock }));
  });
});
