import { describe, expect, test } from "vitest";
import { checkRuntimeGoals } from "./runtime-goal.mjs";
import { bareId, renderRuntimePart, strippingId } from "./runtime-report.mjs";

type RuntimeResult = Parameters<typeof renderRuntimePart>[0];

const MiB = 2 ** 20;

function spread(median: number) {
  return { median, min: median * 0.5, max: median * 2 };
}

/** Seconds for Memcacheds and pods, by who took them. */
function sync(
  seconds: Record<string, readonly [memcacheds: number, pods: number]>,
): NonNullable<RuntimeResult["sync"]> {
  const numbers = (kind: "Memcached" | "Pod", time: number) => ({
    kind,
    elapsedMs: spread(time * 1000),
    cpuMs: spread(time * 500),
    rssBytes: spread(time * 100 * MiB),
    heapBytes: spread(time * 50 * MiB),
    peakRssBytes: spread(time * 200 * MiB),
  });
  const rows = Object.entries(seconds).map(([id, [memcacheds, pods]]) => ({
    id,
    numbers: [numbers("Memcached", memcacheds), numbers("Pod", pods)],
  }));
  return { plan: { rounds: 3, objects: 20_000 }, rows };
}

interface Convergence {
  readonly seconds: number;
  readonly requests: number;
  readonly refused: number;
}

function converge(runs: Record<string, Convergence>): NonNullable<RuntimeResult["converge"]> {
  const rows = Object.entries(runs).map(([id, { seconds, requests, refused }]) => ({
    id,
    numbers: [1, 10].map((concurrency) => ({
      concurrency,
      elapsedMs: spread(seconds * 1000),
      cpuMs: spread(seconds * 100),
      reconciles: spread(5000),
      failures: spread(refused),
      peakRssBytes: spread(100 * MiB),
      requests: spread(requests),
      refused: spread(refused),
      byVerb: { POST: spread(2000), WATCH: spread(2) },
    })),
  }));
  return { plan: { rounds: 2, objects: 2000, quietMs: 1000, concurrencies: [1, 10] }, rows };
}

function result(sections: Partial<RuntimeResult>): RuntimeResult {
  return {
    date: "2026-01-02T03:04:05.000Z",
    isQuick: false,
    machine: { cpu: "Some CPU", cores: 2, memoryBytes: 24 * 2 ** 30 },
    versions: { "@kubewright/runtime": "0.1.0" },
    ...sections,
  };
}

describe("checkRuntimeGoals", () => {
  test("a sync is compared with the faster of both peers, and with nobody else", () => {
    const section = sync({
      kubewright: [1, 2],
      [strippingId]: [0.9, 1.8],
      "controller-runtime": [2, 1.9],
      "client-node": [1, 4],
      [bareId]: [0.1, 0.1],
    });
    const [memcacheds, pods] = checkRuntimeGoals(result({ sync: section }));
    expect(memcacheds).toMatchObject({ isMet: true });
    expect(pods).toMatchObject({ isMet: false });
    expect(pods?.detail).toBe(
      `kubewright 2.00 s, ${strippingId} 1.80 s, controller-runtime 1.90 s, client-node 4.00 s, ${bareId} 0.10 s. Best rounds: 1.00 s against 0.95 s. controller-runtime reads pods as protobuf, in which they are smaller and cheaper to decode; in Node, JSON costs what one list and JSON.parse cost.`,
    );
  });

  test.each([
    {
      name: "the same time, no refusal and one request less meet all goals",
      ours: { seconds: 20, requests: 4002, refused: 0 },
      areMet: [true, true, true],
    },
    {
      name: "a moment more, one refusal or as many requests meet none",
      ours: { seconds: 20.1, requests: 4003, refused: 1 },
      areMet: [false, false, false],
    },
  ])("$name", ({ ours, areMet }) => {
    const theirs = { seconds: 20, requests: 4003, refused: 346 };
    const section = converge({ kubewright: ours, "controller-runtime": theirs });
    expect(checkRuntimeGoals(result({ converge: section })).map(({ isMet }) => isMet)).toEqual(areMet);
  });

  test("a peer that was not measured leaves the goals open, with the reason", () => {
    const problem = { id: "controller-runtime", problem: "no Go on the PATH" };
    const synced = sync({ kubewright: [1, 1], "client-node": [1, 1] });
    const converged = converge({ kubewright: { seconds: 1, requests: 1, refused: 0 } });
    const goals = checkRuntimeGoals(
      result({
        sync: { ...synced, rows: [...synced.rows, problem] },
        converge: { ...converged, rows: [...converged.rows, problem] },
      }),
    );
    expect(goals).toHaveLength(5);
    for (const goal of goals) {
      expect(goal).toMatchObject({ isMet: undefined, detail: "controller-runtime: no Go on the PATH" });
    }
  });
});

describe("renderRuntimePart", () => {
  test("shows what peers need in terms of what kubewright needs", () => {
    const text = renderRuntimePart(
      result({
        sync: sync({ kubewright: [1, 2], "controller-runtime": [2, 1.5] }),
        converge: converge({
          kubewright: { seconds: 10, requests: 4002, refused: 0 },
          "controller-runtime": { seconds: 21, requests: 4400, refused: 346 },
        }),
      }),
    );
    expect(text).toMatch(/^## Runtime\n\n- Date: 2026-01-02/);
    expect(text).toContain("### 20000 objects known");
    expect(text).toContain("| Memcached | controller-runtime | 2.00 (1.00–4.00) = 2.00× |");
    expect(text).toContain("| Pod | controller-runtime | 1.50 (0.75–3.00) = 0.75× |");
    expect(text).toContain("| 1 | kubewright | 10.0 (5.00–20.0) | 4002 (2001–8004) | 0.0 (0.0–0.0) |");
    expect(text).toContain("| 10 | controller-runtime | 21.0 (10.5–42.0) = 2.10× | 4400 (2200–8800) = 1.09× |");
    expect(text).toContain("| 1 | kubewright | 0 | 0 | 2 | 2000 | 0 | 0 | 0 |");
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("shows idle operators and queues", () => {
    const idle = (factor: number) => ({
      firstReconcileMs: spread(300 * factor),
      cpuShare: spread(0.004 * factor),
      rssBytes: spread(70 * MiB * factor),
      heapBytes: spread(15 * MiB * factor),
      p50Ms: spread(2 * factor),
      p99Ms: spread(8 * factor),
    });
    const text = renderRuntimePart(
      result({
        idle: {
          plan: { rounds: 3, objects: 100, quietMs: 1000, idleMs: 10_000, writes: 500 },
          rows: [
            { id: "kubewright", numbers: idle(1) },
            { id: "controller-runtime", numbers: idle(0.5) },
            { id: "client-node", problem: "no npm on the PATH" },
          ],
        },
        queue: {
          plan: { rounds: 5, items: 1000, durationMs: 1000 },
          rows: [
            { id: "kubewright", numbers: { itemsPerSecond: spread(500_000) } },
            { id: "controller-runtime", numbers: { itemsPerSecond: spread(250_000) } },
          ],
        },
      }),
    );
    expect(text).toContain("client-node: not measured: no npm on the PATH.");
    expect(text).toContain("| kubewright | 300.0 ms (150.0–600.0) | 70.0 MiB | 15.0 MiB | 0.40 % (0.20–0.80) |");
    expect(text).toContain("| controller-runtime | 150.0 ms (75.0–300.0) = 0.50× | 35.0 MiB = 0.50× |");
    expect(text).toContain("| controller-runtime | 250000 (125000–500000) | 2.00 |");
    expect(text).not.toContain("### Goals");
  });
});
