import { describe, expect, test } from "vitest";
import { Quantity } from "../value/quantity.ts";
import { semanticDerivative, semanticEqual } from "./semantic-equal.ts";

// That it says what the reference says is tested with vectors in test/semantic-equal.test.ts.
describe("semanticEqual", () => {
  test("knows the quantities of custom resources only when told", () => {
    const [a, b] = [
      { spec: { storage: { size: "1Gi" }, pools: [{ memory: "1000m" }] } },
      { spec: { storage: { size: "1024Mi" }, pools: [{ memory: "1" }] } },
    ];
    expect(semanticEqual(a, b)).toBe(false);
    expect(semanticEqual(a, b, { quantities: ["spec.storage.size"] })).toBe(false);
    expect(semanticEqual(a, b, { quantities: ["spec.storage.size", "spec.pools.*.memory"] })).toBe(true);
    expect(semanticEqual(a, b, { quantities: ["storage.size", "pools.*.memory"] })).toBe(false);
  });

  test("knows the maps of custom resources only when told", () => {
    const [a, b] = [{ spec: { size: 1, flags: {} } }, { spec: { size: 1 } }];
    expect(semanticEqual(a, b)).toBe(false);
    expect(semanticEqual(a, b, { maps: ["spec.flags"] })).toBe(true);
    const [set, unset] = [{ spec: { flags: { a: "" } } }, { spec: { flags: { b: "" } } }];
    expect(semanticDerivative(set, unset)).toBe(true);
    expect(semanticDerivative(set, unset, { maps: ["spec.flags"] })).toBe(false);
  });

  test("does not take other texts for quantities or times", () => {
    expect(semanticEqual({ image: "1000m" }, { image: "1" })).toBe(false);
    expect(semanticEqual({ limits: { cpu: "lots" } }, { limits: { cpu: "many" } })).toBe(false);
    expect(semanticEqual({ lifetime: "2026-01-01T00:00:00Z" }, { lifetime: "2026-01-01T01:00:00+01:00" })).toBe(false);
    expect(semanticEqual({ time: "soon" }, { time: "later" })).toBe(false);
  });

  test("compares numbers and bigints by value", () => {
    expect(semanticEqual({ n: 1n }, { n: 1 })).toBe(true);
    expect(semanticEqual({ n: 9007199254740993n }, { n: 9007199254740992 })).toBe(false);
    expect(semanticEqual({ n: 1 }, { n: "1" })).toBe(false);
    expect(semanticEqual({ n: 0 }, { n: false })).toBe(false);
  });

  test.each<[name: string, a: object, b: object]>([
    ["data", { apiVersion: "v1", data: { capacity: "10" } }, { apiVersion: "v1", data: { capacity: "10.0" } }],
    ["labels", { apiVersion: "v1", labels: { capacity: "1" } }, { apiVersion: "v1", labels: { capacity: "1000m" } }],
    [
      "data",
      { apiVersion: "v1", data: { startTime: "2026-01-01T00:00:00Z" } },
      { apiVersion: "v1", data: { startTime: "2026-01-01T01:00:00+01:00" } },
    ],
    [
      "a custom resource",
      { apiVersion: "example.com/v1", spec: { default: { version: "1.10" } } },
      { apiVersion: "example.com/v1", spec: { default: { version: "1.1" } } },
    ],
  ])("tells different texts apart in %s, whatever their names: %j and %j", (_name, a, b) => {
    expect(semanticEqual(a, b)).toBe(false);
    expect(semanticDerivative(a, b)).toBe(false);
  });

  test("finds more quantities in parts of a kind that Kubernetes has", () => {
    const [a, b] = [
      { volumes: [{ emptyDir: { sizeLimit: "1Gi" } }] },
      { volumes: [{ emptyDir: { sizeLimit: "1024Mi" } }] },
    ];
    expect(semanticEqual(a, b)).toBe(false);
    expect(semanticEqual(a, b, { kind: { apiVersion: "v1" } })).toBe(true);
    expect(semanticEqual(a, b, { kind: { apiVersion: "example.com/v1" } })).toBe(false);
  });

  test("takes values for the JSON they become", () => {
    expect(
      semanticEqual(
        { resources: { limits: { cpu: Quantity.parse("1") } } },
        { resources: { limits: { cpu: "1000m" } } },
      ),
    ).toBe(true);
  });

  test("does not look at what objects inherit", () => {
    expect(semanticEqual({ toString: "x" }, {})).toBe(false);
    expect(semanticEqual({}, JSON.parse('{"__proto__":{"a":1}}'))).toBe(false);
  });

  test.each<[unknown, unknown]>([
    [[1], { 0: 1 }],
    [{ a: [] }, { a: {} }],
    [{ a: "" }, {}],
    [{ a: 0 }, {}],
    [{ a: false }, {}],
  ])("tells %o from %o", (a, b) => {
    expect(semanticEqual(a, b)).toBe(false);
    expect(semanticEqual(b, a)).toBe(false);
  });
});

test("a wanted object is a derivative of what the server made of it", () => {
  const wanted = {
    metadata: { name: "web", labels: { app: "web" } },
    spec: { replicas: 0, template: { spec: { containers: [{ name: "web", resources: { limits: { cpu: "1" } } }] } } },
  };
  const actual = {
    metadata: { name: "web", labels: { app: "web", added: "x" }, uid: "1" },
    spec: {
      replicas: 0,
      template: {
        spec: {
          containers: [{ name: "web", resources: { limits: { cpu: "1000m" } }, terminationMessagePath: "/dev/log" }],
        },
      },
    },
  };
  expect(semanticDerivative(wanted, actual)).toBe(true);
  expect(semanticDerivative(wanted, { ...actual, spec: { ...actual.spec, replicas: 1 } })).toBe(false);
  expect(semanticDerivative(actual, wanted)).toBe(false);
});
