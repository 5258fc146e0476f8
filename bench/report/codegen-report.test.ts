import { describe, expect, test } from "vitest";
import { checkCodegenGoals } from "./codegen-goal.mjs";
import { renderCodegenPart } from "./codegen-report.mjs";

const MiB = 2 ** 20;
const spread = (median: number) => ({ median, min: median * 0.9, max: median * 1.1 });

function result({ kindsMs = 300 } = {}): Parameters<typeof renderCodegenPart>[0] {
  const cost = (wallMs: number, residentBytes: number) => ({
    wallMs: spread(wallMs),
    residentBytes: spread(residentBytes),
  });
  return {
    date: "2026-01-02T03:04:05.000Z",
    isQuick: false,
    machine: { cpu: "Some CPU", cores: 2, memoryBytes: 24 * 2 ** 30 },
    versions: { "@kubewright/codegen": "0.1.0", "controller-gen": "0.23.0" },
    memcached: {
      plan: { rounds: 15 },
      rows: new Map([
        ["kubewright", cost(200, 80 * MiB)],
        ["controller-gen", cost(500, 40 * MiB)],
      ]),
    },
    kinds: {
      plan: { rounds: 10, kinds: 60 },
      rows: new Map([
        ["kubewright", cost(kindsMs, 120 * MiB)],
        ["controller-gen", cost(600, 60 * MiB)],
      ]),
    },
  };
}

describe("checkCodegenGoals", () => {
  test("no slower is the goal", () => {
    expect(checkCodegenGoals(result())).toEqual([
      {
        goal: "no slower than controller-gen with one kind",
        isMet: true,
        detail: "0.20 s against 0.50 s: 2.50 times as fast.",
      },
      {
        goal: "no slower than controller-gen with 60 kinds",
        isMet: true,
        detail: "0.30 s against 0.60 s: 2.00 times as fast.",
      },
    ]);
    expect(checkCodegenGoals(result({ kindsMs: 601 }))[1]?.isMet).toBe(false);
  });

  test("what was not measured has no goal", () => {
    const { memcached: _, kinds: __, ...rest } = result();
    expect(checkCodegenGoals(rest)).toEqual([]);
  });
});

test("theirs is told as a multiple of ours", () => {
  const text = renderCodegenPart(result());
  expect(text).toContain("| controller-gen | 0.50 (0.45–0.55) = 2.50× | 40.0 MiB = 0.50× |");
  expect(text).toContain("### 60 kinds");
});
