import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../json/own-member.ts";
import type { ManagedFieldsEntry } from "../../meta/object.ts";
import { statusErrorOf } from "../../status/status-error.ts";
import type { FieldType, ListType, ScalarType, StructType, ValueType } from "../../value/value-type.ts";
import { excludeFields, includeFields } from "../field/field-filter.ts";
import { FieldSet } from "../field/field-set.ts";
import { deducedType } from "../typed/concrete-type.ts";
import { FieldManager, type FieldManagerOptions } from "./field-manager.ts";

const string: ScalarType = { shape: "scalar", scalar: "string" };
const number: ScalarType = { shape: "scalar", scalar: "number" };

function field(type: ValueType, value?: unknown): FieldType {
  return { type, default: value, patchStrategies: [] };
}

function struct(fields: Record<string, FieldType>): StructType {
  return { shape: "struct", fields: new Map(Object.entries(fields)), isAtomic: false };
}

const ports: ListType = {
  shape: "list",
  listType: "map",
  keys: ["port", "protocol"],
  element: struct({ port: field(number), protocol: field(string, "TCP"), name: field(string) }),
};
const metadata = struct({
  name: field(string),
  uid: field(string),
  resourceVersion: field(string),
  labels: field({ shape: "map", element: string, isAtomic: false }),
});
const type = struct({
  apiVersion: field(string),
  kind: field(string),
  metadata: field(metadata),
  spec: field(struct({ replicas: field(number), ports: field(ports), free: field(deducedType) })),
  status: field(struct({ ready: field(number) })),
});

const now = Date.UTC(2026, 0, 1);

function manager(options: Partial<FieldManagerOptions> = {}): FieldManager {
  return new FieldManager({ apiVersion: "example.com/v1", kind: "Web", type, ...options });
}

function web(spec: object, meta: object = {}): JsonObject {
  return freeze({ apiVersion: "example.com/v1", kind: "Web", metadata: { name: "web", ...meta }, spec });
}

/** What is stored is never changed. */
function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

function stored(object: JsonObject): JsonObject {
  return freeze({ ...object, metadata: { ...(object.metadata as object), uid: "u" } });
}

function entriesOf(object: JsonObject): ManagedFieldsEntry[] {
  return (object.metadata as { managedFields?: ManagedFieldsEntry[] }).managedFields ?? [];
}

function fieldsOf(object: JsonObject, name: string): unknown {
  return entriesOf(object).find((entry) => entry.manager === name)?.fieldsV1;
}

describe("FieldManager", () => {
  test("an absent key counts as its default", () => {
    const fields = manager();
    const live = stored(fields.apply(undefined, web({ ports: [{ port: 80 }] }), { manager: "a", now }));
    expect(fieldsOf(live, "a")).toEqual({
      "f:spec": { "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:port": {} } } },
    });
    const next = fields.apply(live, web({ ports: [{ port: 80, protocol: "UDP" }] }), { manager: "b", now });
    expect((next.spec as JsonObject).ports).toEqual([{ port: 80 }, { port: 80, protocol: "UDP" }]);
  });

  test("members of the empty object are not owned by who creates", () => {
    const next = freeze({ ...web({ replicas: 1 }), status: {} });
    const empty = { apiVersion: "example.com/v1", kind: "Web", spec: {}, status: {} };
    const created = manager({ emptyObject: empty }).update(undefined, next, { manager: "a", now });
    expect(fieldsOf(created, "a")).toEqual({ "f:spec": { "f:replicas": {} } });
    expect(fieldsOf(manager().update(undefined, next, { manager: "a", now }), "a")).toEqual({
      "f:spec": { ".": {}, "f:replicas": {} },
      "f:status": {},
    });
  });

  test("fields that are reset belong to nobody", () => {
    const resetFields = new Map([["example.com/v1", excludeFields(FieldSet.of(["status"]))]]);
    const next = { ...web({ replicas: 1 }), status: { ready: 1 } };
    const created = manager({ resetFields }).update(undefined, next, { manager: "a", now });
    expect(fieldsOf(created, "a")).toEqual({ "f:spec": { ".": {}, "f:replicas": {} } });
  });

  test("a subresource may own only what it may write", () => {
    const resetFields = new Map([["example.com/v1", includeFields(["spec", "replicas"])]]);
    const live = stored(
      web(
        { replicas: 1 },
        { managedFields: entriesOf(manager().update(undefined, web({ replicas: 1 }), { manager: "a", now })) },
      ),
    );
    const next = stored(web({ replicas: 2, free: "x" }));
    const scaled = manager({ subresource: "scale", resetFields }).update(live, next, { manager: "b", now });
    expect(entriesOf(scaled)).toMatchObject([
      { manager: "a", fieldsV1: { "f:spec": {} } },
      { manager: "b", subresource: "scale", fieldsV1: { "f:spec": { "f:replicas": {} } } },
    ]);
  });

  test("a manager of another version is converted, and one of a version that is gone is dropped", () => {
    const entry = (name: string, apiVersion: string, fieldsV1: Record<string, unknown>): ManagedFieldsEntry => {
      return { manager: name, operation: "Apply", apiVersion, fieldsType: "FieldsV1", fieldsV1 };
    };
    const oldType = struct({ ...Object.fromEntries(type.fields), spec: field(struct({ size: field(number) })) });
    const asked: string[] = [];
    const fields = manager({
      convert: (object, apiVersion) => {
        asked.push(apiVersion);
        if (apiVersion !== "example.com/v0") return undefined;
        const { spec, ...rest } = object;
        const { replicas } = spec as { replicas: number };
        return { object: { ...rest, apiVersion, spec: { size: replicas } }, type: oldType };
      },
    });
    const managedFields = [
      entry("old", "example.com/v0", { "f:spec": { "f:size": {} } }),
      entry("gone", "example.com/v-1", { "f:spec": { "f:size": {} } }),
    ];
    const live = web({ replicas: 1 }, { uid: "u", managedFields });
    const options = { manager: "new", now };
    expect(messageOf(() => fields.apply(live, web({ replicas: 2 }), options))).toBe(
      'Apply failed with 1 conflict: conflict with "old": .spec.size',
    );
    const next = fields.apply(live, web({ replicas: 2 }), { ...options, force: true });
    expect(entriesOf(next).map(({ manager: name }) => name)).toEqual(["new"]);
    expect(new Set(asked)).toEqual(new Set(["example.com/v0", "example.com/v-1"]));
  });

  test("objects that are alike share what says who owns them", () => {
    const fields = manager();
    const create = () => fields.update(undefined, web({ replicas: 1 }), { manager: "a", now });
    expect(fieldsOf(create(), "a")).toBe(fieldsOf(create(), "a"));
  });

  test("an applied value that does not have the type is refused with all that is wrong", () => {
    const bad = web({ replicas: "1", ports: [{ port: 1 }, { port: 1 }, { port: 2_000_000 }] });
    expect(messageOf(() => manager().apply(undefined, bad, { manager: "a", now }))).toBe(
      [
        "failed to create typed patch object (/web; example.com/v1, Kind=Web): errors:",
        "  .spec.replicas: expected numeric (int or float), got string",
        '  .spec.ports: duplicate entries for key [port=1,protocol="TCP"]',
      ].join("\n"),
    );
  });

  test("a written value that does not have the type loses its managedFields", () => {
    const next = web({ replicas: "1" }, { managedFields: [] });
    expect(manager().update(undefined, next, { manager: "a", now })).toEqual(web({ replicas: "1" }));
  });

  test("values that nest too deeply neither crash nor hang", () => {
    let free: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) free = { a: free };
    const next = { ...web({}), spec: { free } };
    expect(entriesOf(manager().update(undefined, next, { manager: "a", now }))).toEqual([]);
    expect(messageOf(() => manager().apply(undefined, next, { manager: "a", now }))).toBe("the value nests too deeply");
    const entry = { manager: "a", operation: "Update", apiVersion: "example.com/v1", fieldsType: "FieldsV1" };
    let fieldsV1: Record<string, unknown> = {};
    for (let depth = 0; depth < 100_000; depth++) fieldsV1 = { "f:a": fieldsV1 };
    const crafted = { ...web({}), metadata: { name: "web", managedFields: [{ ...entry, fieldsV1 }] } };
    expect(entriesOf(manager().update(undefined, crafted, { manager: "a", now }))).toEqual([]);
  });

  test("many items cost no more than their number", () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({ port: index }));
    const fields = manager();
    const live = stored(fields.apply(undefined, web({ ports: items }), { manager: "a", now }));
    const next = fields.apply(live, web({ ports: items.toReversed() }), { manager: "a", now });
    expect((next.spec as { ports: unknown[] }).ports).toHaveLength(items.length);
    expect(fieldsOf(next, "a")).toBe(fieldsOf(live, "a"));
  });
});

function messageOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    return statusErrorOf(error)?.status.message;
  }
  return undefined;
}
