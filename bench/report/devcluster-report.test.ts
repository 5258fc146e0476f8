import { describe, expect, test } from "vitest";
import { checkDevClusterGoals } from "./devcluster-goal.mjs";
import { renderDevClusterPart } from "./devcluster-report.mjs";

const MiB = 2 ** 20;
const spread = (median: number) => ({ median, min: median * 0.9, max: median * 1.1 });

function result({ crowdMs = 1000 } = {}): Parameters<typeof renderDevClusterPart>[0] {
  const up = (readyMs: number, residentBytes: number) => ({
    readyMs: spread(readyMs),
    residentBytes: spread(residentBytes),
  });
  return {
    date: "2026-01-02T03:04:05.000Z",
    isQuick: false,
    machine: { cpu: "Some CPU", cores: 2, memoryBytes: 24 * 2 ** 30 },
    versions: { "@kubewright/devcluster": "0.1.0", Kubernetes: "1.36.3" },
    up: {
      plan: { rounds: 5, settleMs: 5000 },
      rows: new Map([
        ["kubewright", up(400, 120 * MiB)],
        ["real node", up(8000, 780 * MiB)],
      ]),
    },
    rollout: {
      plan: { rounds: 10, replicas: 3 },
      rows: new Map([
        ["kubewright", spread(300)],
        ["real node", spread(1500)],
      ]),
    },
    crowd: {
      plan: { rounds: 3, replicas: 500, nodes: 10 },
      rows: new Map([
        ["kubewright", spread(crowdMs)],
        ["real control plane", spread(9990)],
      ]),
    },
  };
}

describe("checkDevClusterGoals", () => {
  test("a fifth of each is the goal", () => {
    const goals = checkDevClusterGoals(result());
    expect(goals.map(({ isMet }) => isMet)).toEqual([true, true, true, true]);
    expect(goals[0]?.detail).toBe("0.40 s against 8.00 s: 20.0 times.");
    expect(goals[1]?.detail).toBe("120.0 MiB against 780.0 MiB: 6.50 times.");
  });

  test("less than five times is not met, and not rounded up", () => {
    expect(checkDevClusterGoals(result({ crowdMs: 2000 }))[3]).toEqual({
      goal: "a fifth of the time of a Deployment of 500 simulated pods",
      isMet: false,
      detail: "2.00 s against 9.99 s: 4.99 times.",
    });
  });

  test("what was not measured has no goal", () => {
    const { up: _, rollout: __, crowd: ___, ...rest } = result();
    expect(checkDevClusterGoals(rest)).toEqual([]);
  });
});

describe("renderDevClusterPart", () => {
  test("theirs is told as a multiple of ours", () => {
    const text = renderDevClusterPart(result());
    expect(text).toContain("| real node | 8.00 (7.20–8.80) = 20.0× | 780.0 MiB = 6.50× |");
    expect(text).toContain("| real node | 1.50 (1.35–1.65) = 5.00× |");
    expect(text).toContain("| kubewright | 1.00 (0.90–1.10) |");
  });
});
