import { describe, expect, test } from "vitest";
import { keepTimestamps } from "./keep-timestamps.ts";

const entry = {
  manager: "a",
  operation: "Update",
  apiVersion: "v1",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:data": { "f:x": {} } },
};

function configMap(data: object, entries: object[]): Record<string, unknown> {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", managedFields: entries }, data };
}

const before = { ...entry, time: "2026-01-01T00:00:00Z" };
const after = { ...entry, time: "2026-01-02T00:00:00Z" };
const live = configMap({ x: "1" }, [before]);

describe("keepTimestamps", () => {
  test("a time is not a change", () => {
    expect(keepTimestamps(live, configMap({ x: "1" }, [after]))).toEqual(live);
  });

  test.for([
    ["data", configMap({ x: "2" }, [after])],
    ["a manager", configMap({ x: "1" }, [{ ...after, manager: "b" }])],
    ["fields of a manager", configMap({ x: "1" }, [{ ...after, fieldsV1: { "f:data": {} } }])],
    ["one more manager", configMap({ x: "1" }, [before, { ...after, manager: "b" }])],
    ["no managers", { ...configMap({ x: "1" }, []), metadata: { name: "a" } }],
  ] as const)("%s is, and keeps its time", ([, next]) => {
    expect(keepTimestamps(live, next)).toBe(next);
  });
});
