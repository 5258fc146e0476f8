import { expect, test, vi } from "vitest";
import { nextTurn, pooledRandomness } from "./host.ts";

test.each([0, 1, 16, 4096, 4097, 10_000])("pooled randomness gives %d bytes", (length) => {
  const random = pooledRandomness();
  expect(random(length)).toHaveLength(length);
  expect(random(length)).toHaveLength(length);
});

test("pooled randomness gives no byte twice", () => {
  const random = pooledRandomness();
  const given = Array.from({ length: 1000 }, () => Buffer.from(random(16)).toString("hex"));
  expect(new Set(given).size).toBe(1000);
  const first = random(16);
  const before = Buffer.from(first).toString("hex");
  for (let count = 0; count < 1000; count++) random(16);
  expect(Buffer.from(first).toString("hex")).toBe(before);
});

test("turns come also while a test has fake timers", async () => {
  vi.useFakeTimers({ toFake: ["setImmediate"] });
  const meanwhile = nextTurn();
  vi.useRealTimers();
  await meanwhile;
});
