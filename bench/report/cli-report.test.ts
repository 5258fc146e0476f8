import { expect, test } from "vitest";
import { checkCliGoals } from "./cli-goal.mjs";
import { renderCliPart } from "./cli-report.mjs";

const spread = (median: number) => ({ median, min: median * 0.9, max: median * 1.1 });

function result(oursMs: number): Parameters<typeof renderCliPart>[0] {
  return {
    date: "2026-01-02T03:04:05.000Z",
    isQuick: false,
    machine: { cpu: "Some CPU", cores: 2, memoryBytes: 24 * 2 ** 30 },
    versions: { kubewright: "0.1.0", kubebuilder: "4.15.0" },
    reconcile: {
      plan: { rounds: 5 },
      rows: new Map([
        [
          "kubewright",
          {
            commands: 5,
            wallMs: spread(oursMs),
            steps: new Map([
              ["init", spread(300)],
              ["a cluster", spread(900)],
            ]),
          },
        ],
        ["kubebuilder", { commands: 4, wallMs: spread(40_000), steps: new Map([["init", spread(3000)]]) }],
      ]),
    },
  };
}

test("the goal is five seconds", () => {
  expect(checkCliGoals(result(4000))).toEqual([
    {
      goal: "from an empty folder to the first reconcile in under 5 s, after npm's own install",
      isMet: true,
      detail: "4.00 s with 5 commands, 3.60 s in the best round.",
    },
  ]);
  expect(checkCliGoals(result(5000))[0]?.isMet).toBe(false);
});

test("steps are rows, and theirs is told as a multiple of ours", () => {
  const text = renderCliPart(result(4000));
  expect(text).toContain("| commands typed | 5 | 4 |\n");
  expect(text).toContain("| a cluster | 0.90 (0.81–0.99) |  |\n");
  expect(text).toContain("| all | 4.00 (3.60–4.40) | 40.0 (36.0–44.0) = 10.0× |");
});
