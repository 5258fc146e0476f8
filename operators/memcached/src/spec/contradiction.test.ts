import { describe, expect, test } from "vitest";
import { Memcached, type MemcachedSpec } from "../api/v1/memcached.ts";
import { contradictionIn } from "./contradiction.ts";
import { settingsOf } from "./memcached-settings.ts";

function contradiction(spec: MemcachedSpec, name = "cache") {
  const memcached = Memcached.of({ metadata: { name, namespace: "shop" }, spec });
  return contradictionIn(memcached, settingsOf(spec));
}

describe("contradictionIn", () => {
  test.each<[spec: MemcachedSpec]>([
    [{}],
    [{ size: 32, memory: "1Gi", port: 12_000, containerPort: 12_000, extraArgs: ["-I", "2m"] }],
    [{ resources: { limits: { memory: "147Mi", cpu: "1" }, requests: { cpu: "1", memory: "100Mi" } } }],
    [{ resources: { limits: { memory: 200_000_000 as unknown as string } } }],
  ])("finds none in %j", (spec) => {
    expect(contradiction(spec)).toBeUndefined();
  });

  test.each<[reason: string, spec: MemcachedSpec, message: RegExp]>([
    [
      "ContradictoryPorts",
      { port: 12_000, containerPort: 11_211 },
      /port is 12000 and containerPort is 11211.*set one of them/,
    ],
    ["ContradictoryArguments", { extraArgs: ["-p", "1"] }, /spec\.port is for: set that field instead/],
    ["MemoryTooSmall", { memory: "512Ki" }, /memory is 512Ki: set it to 1Mi or more/],
    ["MemoryTooLarge", { memory: "100P" }, /memory is 100P: set it to 2147483647Mi or less/],
    ["MemoryTooLarge", { memory: "1e30" }, /memory is 1e30: set it to/],
    ["MemoryTooLarge", { memory: "1e400" }, /memory is 10e399: set it to/],
    [
      "MemoryLimitTooSmall",
      { resources: { limits: { memory: "146Mi" } } },
      /limits\.memory is 146Mi, but memcached may need 147Mi.*raise the limit/,
    ],
    [
      "RequestAboveLimit",
      { resources: { requests: { memory: "1Gi" } } },
      /requests\.memory is 1Gi, and the limit is 147Mi: lower/,
    ],
    [
      "RequestAboveLimit",
      { resources: { limits: { cpu: "1" }, requests: { cpu: "1500m" } } },
      /requests\.cpu is 1500m, and the limit is 1: lower/,
    ],
  ])("tells of %s, and what to do", (reason, spec, message) => {
    expect(contradiction(spec)).toMatchObject({ reason, message: expect.stringMatching(message) });
  });

  test.each(["1cache", "a.b", "a".repeat(53), "cache-"])("tells that %j cannot be the name of a Service", (name) => {
    expect(contradiction({}, name)).toMatchObject({ reason: "NameNotUsable", message: expect.stringContaining(name) });
  });

  test.each(["c", "a".repeat(52), "cache-1"])("takes the name %j", (name) => {
    expect(contradiction({}, name)).toBeUndefined();
  });
});
