import { ManualClock } from "@kubewright/api";
import { Pod, type PodCondition, type PodStatus } from "@kubewright/api/core/v1";
import { silentLogger } from "@kubewright/runtime";
import { describe, expect, test } from "vitest";
import { PodStatusWriter, statusChange } from "./pod-status-writer.ts";

describe("statusChange", () => {
  const ready: PodCondition = { type: "Ready", status: "False", reason: "ContainersNotReady", message: "not yet" };
  const scheduled: PodCondition = { type: "PodScheduled", status: "True" };
  const gate: PodCondition = { type: "example.com/gate", status: "True" };
  const before: PodStatus = {
    phase: "Pending",
    qosClass: "BestEffort",
    conditions: [gate, ready, scheduled],
    podIPs: [{ ip: "127.1.1.1" }],
  };

  test("is nothing when nothing has changed, or only what the server writes as null", () => {
    expect(statusChange(before, structuredClone(before))).toBeUndefined();
    const written = [{ ...ready, lastProbeTime: null as unknown as string }, scheduled];
    expect(
      statusChange({ ...before, conditions: written }, { ...before, conditions: [ready, scheduled] }),
    ).toBeUndefined();
  });

  test("has what has changed, null for what went, and merges conditions of its own only", () => {
    const after: PodStatus = {
      phase: "Running",
      conditions: [{ ...gate, status: "False" }, { type: "Ready", status: "True" }, scheduled],
      podIPs: [{ ip: "127.1.1.2" }],
    };
    expect(statusChange(before, after)).toEqual({
      phase: "Running",
      qosClass: null,
      podIPs: [{ ip: "127.1.1.2" }, { $patch: "replace" }],
      "$setElementOrder/conditions": [{ type: "example.com/gate" }, { type: "Ready" }, { type: "PodScheduled" }],
      conditions: [{ type: "Ready", status: "True", reason: null, message: null }],
    });
  });
});

describe("PodStatusWriter", () => {
  test("of statuses that are given in one turn only the last is sent", async () => {
    const { writer, sent } = setUp();
    writer.write({ phase: "Pending" });
    writer.write({ phase: "Running" });
    await writer.settled();
    expect(sent).toEqual(["Running"]);
  });

  test("of one that is passing and what follows while that is awaited only the last is sent", async () => {
    const { writer, sent } = setUp();
    writer.write({ phase: "Pending" }, { isPassing: true });
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual([]);
    writer.write({ phase: "Running" });
    await writer.settled();
    expect(sent).toEqual(["Running"]);
  });

  test("one that is passing is sent when nothing follows", async () => {
    const { writer, sent } = setUp();
    writer.write({ phase: "Pending" }, { isPassing: true });
    await writer.settled();
    expect(sent).toEqual(["Pending"]);
  });
});

function setUp(): { writer: PodStatusWriter; sent: unknown[] } {
  const sent: unknown[] = [];
  const patch = async (_kind: unknown, _key: unknown, { strategic }: { strategic: Pod }): Promise<void> =>
    void sent.push(strategic.status?.phase);
  const writer = new PodStatusWriter({
    client: { status: { patch } } as never,
    pod: Pod.of({ metadata: { name: "web", namespace: "default", uid: "u" }, spec: { containers: [] } }),
    clock: new ManualClock(),
    log: silentLogger,
    signal: new AbortController().signal,
  });
  return { writer, sent };
}
