import { describe, expect, test } from "vitest";
import { driftOf, hasDoubles } from "./drift.ts";

describe("driftOf", () => {
  test.each<[what: string, wanted: unknown, actual: unknown]>([
    ["what others have set besides", { spec: { replicas: 3 } }, { spec: { replicas: 3, paused: true }, status: {} }],
    ["items that others have added", [{ name: "a", image: "x" }], [{ name: "sidecar" }, { name: "a", image: "x" }]],
    [
      "owners that others have added",
      [{ uid: "1", name: "a" }],
      [
        { uid: "2", name: "a" },
        { uid: "1", name: "a" },
      ],
    ],
    [
      "constraints that others have added",
      [{ topologyKey: "node", skew: 1 }],
      [
        { topologyKey: "zone", skew: 9 },
        { topologyKey: "node", skew: 1 },
      ],
    ],
    ["nothing at all", {}, {}],
  ])("leaves out %s", (_what, wanted, actual) => {
    expect(driftOf(wanted, actual)).toEqual([]);
  });

  test.each<[path: string, wanted: unknown, actual: unknown]>([
    ["spec.replicas", { spec: { replicas: 3 } }, { spec: { replicas: 1 } }],
    ["spec.paused", { spec: { paused: false } }, { spec: {} }],
    ["spec.surge", { spec: { surge: 0 } }, { spec: { surge: 1 } }],
    ["spec", { spec: { replicas: 3 } }, {}],
    ["metadata.labels.app", { metadata: { labels: { app: "a" } } }, { metadata: { labels: { other: "b" } } }],
    ["containers[a].image", { containers: [{ name: "a", image: "x" }] }, { containers: [{ name: "a", image: "y" }] }],
    ["containers[a]", { containers: [{ name: "a" }] }, { containers: [{ name: "b" }] }],
    [
      "ports[a]",
      { ports: [{ name: "a", port: 1 }] },
      {
        ports: [
          { name: "a", port: 1 },
          { name: "a", port: 2 },
        ],
      },
    ],
    ["command", { command: ["memcached"] }, { command: ["memcached", "-v"] }],
    ["command[0]", { command: ["memcached"] }, { command: ["sh"] }],
    ["command", { command: ["memcached"] }, {}],
    ["constraints[0].skew", { constraints: [{ skew: 1 }] }, { constraints: [{ skew: 2 }] }],
  ])("names %s", (path, wanted, actual) => {
    expect(driftOf(wanted, actual)).toEqual([path]);
  });
});

describe("hasDoubles", () => {
  const ports = (...numbers: number[]) => ({ ports: numbers.map((port) => ({ name: "a", port })) });
  const container = (fields: object) => ({ spec: { containers: [{ name: "memcached", ...fields }] } });

  test.each<[wanted: unknown, actual: unknown, isSo: boolean]>([
    [ports(1), ports(1), false],
    [ports(1), ports(2), false],
    [ports(1), ports(), false],
    [ports(1), { ports: [{ name: "b", port: 1 }, ...ports(1).ports] }, false],
    [ports(1), ports(1, 2), true],
    [container(ports(1)), container(ports(2, 1)), true],
    [{ command: ["a", "b"] }, { command: ["a", "b", "b"] }, false],
    [ports(1), {}, false],
  ])("of %j in %j: %s", (wanted, actual, isSo) => {
    expect(hasDoubles(wanted, actual)).toBe(isSo);
  });
});
