import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { PortTargets, Target } from "./port-targets.ts";
import { TargetPicker } from "./target-picker.ts";

const [a, b, c] = ["a", "b", "c"].map((host) => ({ host, port: 1 }));

const ready = (targets: Target[]): PortTargets => ({ targets, serving: targets });

describe("TargetPicker", () => {
  test("takes targets in turn, and tells which to try next", () => {
    const picker = new TargetPicker(new ManualClock());
    picker.set(ready([a!, b!, c!]), undefined);
    expect(
      [1, 2, 3, 4].map(() =>
        picker
          .order("client")
          .map(({ host }) => host)
          .join(""),
      ),
    ).toEqual(["abc", "bca", "cab", "abc"]);
    picker.set(ready([]), undefined);
    expect(picker.order("client")).toEqual([]);
  });

  test("with affinity, a client comes to the same target until the time is over or the target is gone", () => {
    const clock = new ManualClock();
    const picker = new TargetPicker(clock);
    const first = (client: string): string | undefined => picker.order(client)[0]?.host;
    picker.set(ready([a!, b!, c!]), 1000);
    picker.connected("one", b!);
    expect([first("one"), first("one"), first("other")]).toEqual(["b", "b", "c"]);
    clock.advance(1000);
    expect(first("one")).toBe("a");
    picker.connected("one", b!);
    picker.set(ready([a!, c!]), 1000);
    expect(picker.order("one").map(({ host }) => host)).not.toContain("b");
    picker.connected("one", c!);
    picker.set(ready([a!, c!]), undefined);
    expect([first("one"), first("one")]).not.toEqual(["c", "c"]);
  });

  test("a target that is new and has not answered is about to, for a while", () => {
    const clock = new ManualClock();
    const picker = new TargetPicker(clock);
    expect(picker.isStarting).toBe(false);
    picker.set(ready([a!, b!]), undefined);
    picker.connected("one", a!);
    expect(picker.isStarting).toBe(true);
    picker.connected("one", b!);
    expect(picker.isStarting).toBe(false);
    picker.set(ready([b!, c!]), undefined);
    expect(picker.isStarting).toBe(true);
    clock.advance(5_000);
    picker.set(ready([c!]), undefined);
    expect(picker.isStarting).toBe(false);
    picker.set(ready([]), undefined);
    picker.set(ready([c!]), undefined);
    expect(picker.isStarting).toBe(true);
  });
});
