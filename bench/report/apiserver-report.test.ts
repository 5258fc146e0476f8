import { describe, expect, test } from "vitest";
import { checkApiServerGoals } from "./apiserver-goal.mjs";
import { renderApiServerPart } from "./apiserver-report.mjs";

type ApiServerResult = Parameters<typeof renderApiServerPart>[0];

const MiB = 2 ** 20;

function spread(median: number) {
  return { median, min: median * 0.9, max: median * 1.1 };
}

function start({ readyMs = 250, firstMs = 20, idle = 70 * MiB } = {}): Pick<ApiServerResult, "start"> {
  return {
    start: {
      plan: { rounds: 5, starts: 10, settleMs: 2000 },
      inProcess: { importMs: spread(60), firstMs: spread(firstMs), nextMs: spread(8) },
      processes: new Map([
        ["kubewright", { readyMs: spread(readyMs), residentBytes: spread(idle) }],
        ["kube-apiserver", { readyMs: spread(3500), residentBytes: spread(310 * MiB) }],
      ]),
    },
  };
}

type Rates = readonly [get: number, list: number, listText: number];

function rates(perSecond: Record<string, Rates>): Pick<ApiServerResult, "rates"> {
  const rows = Object.entries(perSecond).map(([id, [get, list, listText]]) => {
    const serverCpuMsEach = spread(id.includes("in process") ? 0 : 0.5);
    const each = { cpuMsEach: spread(0.25), serverCpuMsEach };
    return [
      id,
      [
        { operation: "get" as const, perSecond: spread(get), ...each },
        { operation: "list" as const, perSecond: spread(list), ...each },
        { operation: "listText" as const, perSecond: spread(listText), ...each },
      ],
    ] as const;
  });
  const plan = { rounds: 3, objects: 10_000, concurrency: 16, firstWarmUpMs: 3, warmUpMs: 2, durationMs: 1 };
  return { rates: { plan, rows: new Map(rows) } };
}

function result(parts: Partial<ApiServerResult>): ApiServerResult {
  return {
    date: "2026-01-02T03:04:05.000Z",
    isQuick: false,
    machine: { cpu: "Some CPU", cores: 2, memoryBytes: 24 * 2 ** 30 },
    versions: { "@kubewright/apiserver": "0.1.0", Node: "24.1.0" },
    ...parts,
  };
}

describe("checkApiServerGoals", () => {
  test("a start that is fast and small enough meets its goals", () => {
    const goals = checkApiServerGoals(result(start()));
    expect(goals.map(({ isMet }) => isMet)).toEqual([true, true, true]);
    expect(goals[0]?.detail).toBe("0.25 s against 3.50 s. Best: 0.23 s.");
    expect(goals[2]?.detail).toBe("70.0 MiB against 310.0 MiB.");
  });

  test.each([
    { missed: 0, measured: start({ readyMs: 301 }) },
    { missed: 1, measured: start({ firstMs: 30.1 }) },
    { missed: 2, measured: start({ idle: 100 * MiB }) },
  ])("goal $missed is missed by a little", ({ missed, measured }) => {
    expect(checkApiServerGoals(result(measured)).findIndex(({ isMet }) => isMet === false)).toBe(missed);
  });

  test("over HTTPS three times as much is asked for, in process ten times", () => {
    const peer: Rates = [100, 1, 1];
    const goals = (https: Rates, inProcess: Rates) =>
      checkApiServerGoals(
        result(rates({ kubewright: https, "kubewright, in process": inProcess, "kube-apiserver": peer })),
      );
    expect(goals([300, 3, 3], [1000, 10, 10]).map(({ isMet }) => isMet)).toEqual([true, true]);
    expect(goals([299, 3, 3], [999, 10, 10]).map(({ isMet }) => isMet)).toEqual([false, false]);
    expect(goals([300, 3, 2.9], [1000, 10, 9.9]).map(({ isMet }) => isMet)).toEqual([false, false]);
  });

  test("what a client spends on parsing a list counts in process only", () => {
    const measured = rates({
      kubewright: [300, 2, 3],
      "kubewright, in process": [1000, 9, 10],
      "kube-apiserver": [100, 1, 1],
    });
    const [https, inProcess] = checkApiServerGoals(result(measured));
    expect(https?.isMet).toBe(true);
    expect(https?.detail).toContain("Times: get 3.00, list 2.00, listText 3.00. Lists count as listText");
    expect(inProcess).toMatchObject({ isMet: false, detail: "Times: get 10.0, list 9.00, listText 10.0." });
  });
});

describe("renderApiServerPart", () => {
  test("shows starts beside those of the peer", () => {
    const text = renderApiServerPart(result(start()));
    expect(text).toMatch(/^## API server\n/);
    expect(text).toContain("| kubewright | 250.0 ms (225.0–275.0) | 70.0 MiB (63.0 MiB–77.0 MiB) |");
    expect(text).toContain(
      "| kube-apiserver | 3500.0 ms (3150.0–3850.0) = 14.0× | 310.0 MiB (279.0 MiB–341.0 MiB) = 4.42× |",
    );
    expect(text).not.toContain("Requests per second");
  });

  test("shows rates, ratios and CPU for each operation", () => {
    const measured = rates({
      kubewright: [300, 3, 3],
      "kubewright, in process": [1000, 9, 9],
      "kube-apiserver": [100, 1, 1],
    });
    const text = renderApiServerPart(result(measured));
    expect(text).toContain("| get a ConfigMap | 300 (270–330) | 1000 (900–1100) | 100 (90.0–110) |");
    expect(text).toContain("| list 10000 ConfigMaps | 3.00 | 9.00 |");
    expect(text).toContain("| get a ConfigMap | 0.50 ms (0.45–0.55) | 0.25 ms (0.23–0.28) | 0.50 ms (0.45–0.55) |");
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("shows what objects take", () => {
    const rows = new Map([
      ["kubewright", { emptyBytes: 70 * MiB, filledBytes: 300 * MiB, createdPerSecond: 3000 }],
      ["kube-apiserver", { emptyBytes: 310 * MiB, filledBytes: 600 * MiB, createdPerSecond: 1000 }],
    ]);
    const text = renderApiServerPart(result({ memory: { plan: { objects: 50_000, settleMs: 2000 }, rows } }));
    expect(text).toContain("| kubewright | 70.0 MiB | 300.0 MiB | 3000 |");
    expect(text).toContain("| kube-apiserver | 310.0 MiB | 600.0 MiB = 2.00× | 1000 |");
  });
});
