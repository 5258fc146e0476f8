import { Quantity } from "@kubewright/operator";
import { describe, expect, test } from "vitest";
import { cacheMebibytes, neededMebibytes } from "./container-memory.ts";
import { settingsOf } from "./memcached-settings.ts";

describe("cacheMebibytes", () => {
  test.each([
    ["64Mi", 64],
    ["1Gi", 1024],
    ["1G", 953],
    ["2097151", 1],
    ["1Ki", 0],
  ])("is what fits into %s: %d", (memory, mebibytes) => {
    expect(cacheMebibytes({ memory: Quantity.parse(memory) })).toBe(mebibytes);
  });
});

describe("neededMebibytes", () => {
  const needed = (spec: Parameters<typeof settingsOf>[0]) => neededMebibytes(settingsOf(spec));

  test("has room for a hash table, a page of each size class, connections, threads and the program", () => {
    expect(needed({})).toBe(147);
    expect(needed({ memory: "1Gi" })).toBe(1267);
    expect(needed({ memory: "1Gi", maxConnections: 10_240 })).toBe(1267 + 180);
    expect(needed({ memory: "1Gi", threads: 8 })).toBe(1267 + 4);
    expect(needed({ extraArgs: ["-I", "2m"] })).toBe(147);
    expect(needed({ extraArgs: ["-f", "1.1"] })).toBe(181);
  });

  test("grows with all that needs memory", () => {
    for (const more of [{ memory: "65Mi" }, { maxConnections: 2048 }, { threads: 8 }]) {
      expect(needed(more)).toBeGreaterThan(needed({}));
    }
  });
});
