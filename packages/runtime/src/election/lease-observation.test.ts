import { ManualClock } from "@kubewright/api";
import { Lease, type LeaseSpec } from "@kubewright/api/coordination/v1";
import { describe, expect, test } from "vitest";
import { LeaseObservation } from "./lease-observation.ts";

function lease(resourceVersion: string, spec: LeaseSpec, uid = "1"): Lease {
  return Lease.of({ metadata: { name: "operator", namespace: "system", resourceVersion, uid }, spec });
}

const held: LeaseSpec = {
  holderIdentity: "a",
  leaseDurationSeconds: 15,
  // Another machine's clock may be anywhere.
  renewTime: "1999-01-01T00:00:00.000000Z",
};

describe("a lease as a candidate sees it", () => {
  test("is held for its duration from when it was first seen, whatever times it carries", () => {
    const clock = new ManualClock();
    const observation = new LeaseObservation(clock, 5_000);
    clock.advance(100_000);
    observation.see(lease("7", held));
    clock.advance(14_999);
    observation.see(lease("7", held));
    expect([observation.holder, observation.isFree]).toEqual(["a", false]);
    clock.advance(1);
    expect(observation.isFree).toBe(true);
  });

  test.each<[change: string, next: Lease]>([
    ["was renewed", lease("8", { ...held, renewTime: "1999-01-01T00:00:02.000000Z" })],
    ["changed in something else", lease("8", held)],
    ["was deleted and made anew", lease("7", held, "2")],
  ])("is held for its duration again when it %s", (_change, next) => {
    const clock = new ManualClock();
    const observation = new LeaseObservation(clock, 5_000);
    observation.see(lease("7", held));
    clock.advance(15_000);
    observation.see(next);
    expect(observation.isFree).toBe(false);
    clock.advance(15_000);
    expect(observation.isFree).toBe(true);
  });

  test("that does not tell its duration is held for as long as the candidate's own would be", () => {
    const clock = new ManualClock();
    const observation = new LeaseObservation(clock, 5_000);
    observation.see(lease("7", { holderIdentity: "a" }));
    clock.advance(4_999);
    expect(observation.isFree).toBe(false);
    clock.advance(1);
    expect(observation.isFree).toBe(true);
  });

  test.each<[how: string, lease: Lease | undefined]>([
    ["is released", lease("7", { ...held, holderIdentity: "" })],
    ["was never held", lease("7", {})],
    ["is deleted after its release", undefined],
  ])("is free when it %s", (_how, seen) => {
    const observation = new LeaseObservation(new ManualClock(), 5_000);
    observation.see(lease("6", held));
    if (seen === undefined) observation.see(lease("7", { ...held, holderIdentity: "" }));
    observation.see(seen);
    expect([observation.holder, observation.isFree]).toEqual([undefined, true]);
  });

  test("that was never there is free", () => {
    const observation = new LeaseObservation(new ManualClock(), 5_000);
    observation.see(undefined);
    expect([observation.holder, observation.isFree]).toEqual([undefined, true]);
  });

  test("that someone deleted is held for its duration from then on", () => {
    const clock = new ManualClock();
    const observation = new LeaseObservation(clock, 5_000);
    observation.see(lease("7", held));
    clock.advance(2_000);
    observation.see(undefined);
    clock.advance(14_999);
    observation.see(undefined);
    expect([observation.holder, observation.isFree]).toEqual(["a", false]);
    clock.advance(1);
    expect(observation.isFree).toBe(true);
  });

  test("whose duration someone made shorter is held for as long as the candidate's own would be", () => {
    const clock = new ManualClock();
    const observation = new LeaseObservation(clock, 5_000);
    observation.see(lease("7", { ...held, leaseDurationSeconds: 1 }));
    clock.advance(4_999);
    expect(observation.isFree).toBe(false);
    clock.advance(1);
    expect(observation.isFree).toBe(true);
  });
});
