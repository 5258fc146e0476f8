import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { RuntimeError } from "../errors.ts";
import { LeaseFence } from "./fence.ts";

function fenceOf(clock = new ManualClock()): { clock: ManualClock; fence: LeaseFence } {
  return { clock, fence: new LeaseFence({ clock, lease: "system/operator", heldForMs: 10_000 }) };
}

/** What `check` throws; undefined when it passes. */
function problemOf(fence: LeaseFence): RuntimeError | undefined {
  try {
    fence.check();
    return undefined;
  } catch (error) {
    if (error instanceof RuntimeError) return error;
    throw error;
  }
}

describe("a fence", () => {
  test("passes before the lease was ever held, for any length of time", () => {
    const { clock, fence } = fenceOf();
    clock.advance(1e9);
    expect(problemOf(fence)).toBeUndefined();
    expect(fence.remainingMs).toBe(Number.POSITIVE_INFINITY);
  });

  test("passes for as long as the lease is held, counted from when the renewal was handed over", () => {
    const { clock, fence } = fenceOf();
    const sentMs = clock.monotonic();
    clock.advance(3_000);
    expect(fence.hold(sentMs)).toBe(true);
    expect(fence.remainingMs).toBe(7_000);
    clock.advance(6_999);
    expect(problemOf(fence)).toBeUndefined();
    clock.advance(1);
    expect(problemOf(fence)).toMatchObject({
      code: "LEASE_LOST",
      message: expect.stringContaining(
        "the lease system/operator is not ours any more: it was not renewed for 10000 ms",
      ),
    });
    expect(fence.remainingMs).toBe(0);
  });

  test("does not open again when a renewal is confirmed too late", () => {
    const { clock, fence } = fenceOf();
    fence.hold(0);
    clock.advance(9_000);
    const sentMs = clock.monotonic();
    clock.advance(1_000);
    expect(fence.hold(sentMs)).toBe(false);
    expect(problemOf(fence)).toBeInstanceOf(RuntimeError);
  });

  test("does not count a first confirmation that comes when its time is over", () => {
    const { clock, fence } = fenceOf();
    clock.advance(10_000);
    expect(fence.hold(0)).toBe(false);
    expect(fence.remainingMs).toBe(Number.POSITIVE_INFINITY);
  });

  test("is not set back by the late confirmation of an earlier renewal", () => {
    const { clock, fence } = fenceOf();
    fence.hold(0);
    clock.advance(5_000);
    fence.hold(4_000);
    fence.hold(2_000);
    expect(fence.remainingMs).toBe(9_000);
    expect(fence.heldMs).toBe(4_000);
  });

  test("does not care for the time of day", () => {
    const { clock, fence } = fenceOf();
    fence.hold(0);
    clock.setNow(0);
    expect(fence.remainingMs).toBe(10_000);
    clock.setNow(Date.UTC(2099, 0, 1));
    expect(problemOf(fence)).toBeUndefined();
  });

  test("once closed, stays closed and tells why", () => {
    const { fence } = fenceOf();
    fence.hold(0);
    fence.close("b holds it");
    fence.close("another reason");
    expect(fence.hold(0)).toBe(false);
    expect(problemOf(fence)?.message).toContain("not ours any more: b holds it.");
    expect(fence.remainingMs).toBe(0);
  });

  test("can be closed before the lease was held", () => {
    const { fence } = fenceOf();
    fence.close("we stopped");
    expect(problemOf(fence)?.code).toBe("LEASE_LOST");
    expect(fence.hold(0)).toBe(false);
  });
});
