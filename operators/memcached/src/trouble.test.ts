import { expect, test } from "vitest";
import { failedWrite, isRefusalOf, refusedWrite } from "./trouble.ts";

const write = { kind: "Service", verb: "update", error: new Error("no route from port 4001") } as const;
const condition = { type: "Degraded", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" } as const;

test("a failure that is told of already keeps its words, so that not every attempt is written down", () => {
  const first = failedWrite(write, "cache", undefined);
  expect(first).toEqual({
    reason: "WriteFailed",
    message: "Failed to update Service for the custom resource (cache): (no route from port 4001)",
  });
  const told = { ...condition, ...first };
  const again = { ...write, error: new Error("no route from port 4002") };
  expect(failedWrite(again, "cache", told)).toEqual(first);
  const other = { ...again, kind: "Deployment" };
  expect(failedWrite(other, "cache", told).message).toMatch(/^Failed to update Deployment .*4002\)$/);
});

test("a refusal says of which kind it is", () => {
  const refusal = { ...condition, ...refusedWrite(write, "cache") };
  expect([isRefusalOf("Service", refusal), isRefusalOf("Deployment", refusal)]).toEqual([true, false]);
  const failure = { ...condition, ...failedWrite(write, "cache", undefined) };
  expect(isRefusalOf("Service", failure)).toBe(false);
});
