import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../resource-object.ts";
import { MemoryStore } from "../../storage/memory-store.ts";
import { NodePorts } from "./node-ports.ts";

const random = (length: number): Uint8Array => new Uint8Array(length);

function service(name: string, nodePort: number): ApiObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace: "default" },
    spec: { type: "NodePort", ports: [{ port: 80, nodePort }] },
  };
}

describe("NodePorts", () => {
  test("a port is taken while a stored service has it", () => {
    const store = new MemoryStore();
    store.create("services", service("early", 30_001));
    const ports = new NodePorts(store, new ManualClock(), { first: 30_000, last: 30_010 });
    expect(ports.isTaken(30_001)).toBe(true);

    const created = store.create("services", service("late", 30_002));
    expect(ports.problemWith(30_002)).toBe("provided port is already allocated");
    const updated = store.update("services", service("late", 30_003), created?.revision ?? 0);
    expect([ports.isTaken(30_002), ports.isTaken(30_003)]).toEqual([false, true]);
    store.delete("services", "default", "late", updated?.revision ?? 0);
    expect(ports.isTaken(30_003)).toBe(false);
    ports.stop();
  });

  test("a port outside of the range is refused", () => {
    const ports = new NodePorts(new MemoryStore(), new ManualClock(), { first: 30_000, last: 32_767 });
    expect(ports.problemWith(80)).toBe(
      "provided port is not in the valid range. The range of valid ports is 30000-32767",
    );
    ports.stop();
  });

  test("what was chosen for a write under way is chosen again only a minute later", () => {
    const clock = new ManualClock();
    const ports = new NodePorts(new MemoryStore(), clock, { first: 1, last: 2 });
    const choose = (): number | undefined => ports.choose(random, () => false);
    expect([choose(), choose(), choose()]).toEqual([1, 2, undefined]);
    clock.advance(60_001);
    expect(choose()).toBe(1);
    ports.stop();
  });

  test("a dry run takes nothing", () => {
    const ports = new NodePorts(new MemoryStore(), new ManualClock(), { first: 30_000, last: 32_767 });
    const choice = ports.begin(random, true);
    expect([choice.next(), choice.next(), choice.take(80), choice.take(80)]).toEqual([
      32_769,
      32_770,
      undefined,
      "provided port is already allocated",
    ]);
    expect(ports.begin(random, true).next()).toBe(32_769);
    ports.stop();
  });
});
