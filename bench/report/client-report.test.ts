import { describe, expect, test } from "vitest";
import { checkClientGoals } from "./client-goal.mjs";
import { renderClientPart } from "./client-report.mjs";

type ClientResult = Parameters<typeof renderClientPart>[0];

const MiB = 2 ** 20;

function spread(median: number) {
  return { median, min: median * 0.9, max: median * 1.1 };
}

function turn(value: number) {
  return { value, stolen: 0 };
}

function turns(median: number) {
  return [median * 1.1, median, median * 0.9].map(turn);
}

function footprint(ours: { importMs: number; bytes: number }, theirs: { importMs: number; bytes: number }) {
  const row = (id: "kubewright" | "client-node", { importMs, bytes }: { importMs: number; bytes: number }) => ({
    id,
    label: id,
    node: "24.1.0",
    imported: { importMs: spread(importMs), rssBytes: spread(importMs * MiB), heapBytes: spread(importMs * MiB) },
    installed: { bytes, files: 100, packages: 3 },
  });
  return { runs: 5, rows: [row("kubewright", ours), row("client-node", theirs)] };
}

const plan = {
  rounds: 3,
  objects: 500,
  firstWarmUpMs: 3,
  warmUpMs: 1,
  turns: 3,
  turnMs: 2,
  leadInMs: 1,
  listTurns: 3,
  listTurnMs: 4,
  maxRequests: 9,
  concurrencies: [1, 16],
  compared: ["kubewright", "client-go"] as const,
  maxDuelRounds: 7,
};

function requests(rates: Record<string, readonly [get: number, list: number]>) {
  const rows = Object.entries(rates).map(([id, [get, list]]) => ({
    id,
    peakRssBytes: spread(100 * MiB),
    rates: [
      { operation: "get" as const, concurrency: 1, turns: turns(get), cpuMsPer1000: spread(250) },
      { operation: "listPods" as const, concurrency: 16, turns: turns(list), cpuMsPer1000: spread(80_000) },
    ],
  }));
  return { plan, rows };
}

function result(parts: Partial<ClientResult>): ClientResult {
  return {
    date: "2026-01-02T03:04:05.000Z",
    isQuick: false,
    machine: { cpu: "Some CPU", cores: 2, memoryBytes: 24 * 2 ** 30 },
    versions: { "@kubewright/client": "0.1.0", Node: "24.1.0" },
    ...parts,
  };
}

describe("checkClientGoals", () => {
  test.each([
    { ours: 10, theirs: 100, isMet: true, detail: "10.0 times: 10.0 ms against 100.0 ms." },
    { ours: 10, theirs: 99.99, isMet: false, detail: "9.99 times: 10.0 ms against 100.0 ms." },
  ])("an import of $ours ms against $theirs ms", ({ ours, theirs, isMet, detail }) => {
    const parts = footprint({ importMs: ours, bytes: MiB }, { importMs: theirs, bytes: 60 * MiB });
    expect(checkClientGoals(result({ footprint: parts }))[0]).toMatchObject({ isMet, detail });
  });

  test.each([
    { ours: 3 * MiB, theirs: 60 * MiB, isMet: true, detail: "20.0 times: 3.0 MiB against 60.0 MiB." },
    { ours: 3 * MiB, theirs: 60 * MiB - 1, isMet: false, detail: "19.9 times: 3.0 MiB against 60.0 MiB." },
  ])("a size of $ours against $theirs", ({ ours, theirs, isMet, detail }) => {
    const parts = footprint({ importMs: 1, bytes: ours }, { importMs: 1, bytes: theirs });
    expect(checkClientGoals(result({ footprint: parts }))[1]).toMatchObject({ isMet, detail });
  });

  test("requests are compared with client-go alone, and one slower line is too many", () => {
    const parts = requests({ kubewright: [1000, 20], "client-go": [1001, 10], "client-go, protobuf": [1, 1] });
    expect(checkClientGoals(result({ requests: parts }))).toEqual([
      {
        goal: "at least as many requests per second as client-go",
        isMet: false,
        detail: "kubewright's rate is 0.99 to 2.00 times client-go's; it is less in 1 of 2 lines: get at 1 (0.99).",
      },
    ]);
  });

  test("requests that are as many as client-go's meet the goal", () => {
    const parts = requests({ kubewright: [1000, 20], "client-go": [1000, 10] });
    const [goal] = checkClientGoals(result({ requests: parts }));
    expect(goal?.isMet).toBe(true);
    expect(goal?.detail).toBe("kubewright's rate is 1.00 to 2.00 times client-go's.");
  });

  test("what disturbs two turns beside each other is not in the quotient", () => {
    const parts = requests({ kubewright: [1000, 20], "client-go": [800, 10] });
    const [ours, theirs] = parts.rows.map(({ rates }) => rates[0]!);
    ours!.turns = [1000, 100, 10].map(turn);
    theirs!.turns = [800, 80, 8].map(turn);
    const [goal] = checkClientGoals(result({ requests: parts }));
    expect(goal).toMatchObject({ isMet: true, detail: "kubewright's rate is 1.25 to 2.00 times client-go's." });
  });

  test("the turns that the two took besides count as well", () => {
    const parts = requests({ kubewright: [1000, 20], "client-go": [1001, 10] });
    const [ours, theirs] = parts.rows.map(({ rates }) => rates[0]!);
    Object.assign(ours!, { duel: [...ours!.turns, ...[1100, 1100, 1100, 1100].map(turn)] });
    Object.assign(theirs!, { duel: [...theirs!.turns, ...[1000, 1000, 1000, 1000].map(turn)] });
    const [goal] = checkClientGoals(result({ requests: parts }));
    expect(goal).toMatchObject({ isMet: true, detail: "kubewright's rate is 1.10 to 2.00 times client-go's." });
    expect(renderClientPart(result({ requests: parts }))).toContain("| get a ConfigMap | 1 | 1.100 | ?–? | 7 |");
  });

  test("what is less than client-go's by a hair is not shown as the same", () => {
    const parts = requests({ kubewright: [9996, 20], "client-go": [10_000, 10] });
    expect(renderClientPart(result({ requests: parts }))).toContain("| get a ConfigMap | 1 | 0.999 | ");
  });

  test("a peer that was not measured leaves the goal open, with the reason", () => {
    const { rows } = requests({ kubewright: [1, 1] });
    const parts = { plan, rows: [...rows, { id: "client-go", problem: "no Go on the PATH" }] };
    const [goal] = checkClientGoals(result({ requests: parts }));
    expect(goal).toMatchObject({ isMet: undefined, detail: "no Go on the PATH" });
  });
});

describe("renderClientPart", () => {
  test("warns of a machine that others take processor time from", () => {
    const plain = result({});
    const text = renderClientPart({ ...plain, machine: { ...plain.machine, stolen: 0.45 } });
    expect(text).toContain("- Taken by the host of this virtual machine: 45 % of the processor time: times vary");
  });

  test("has the date, the machine, the versions, and a line for each goal", () => {
    const parts = footprint({ importMs: 10, bytes: 2 * MiB }, { importMs: 50, bytes: 60 * MiB });
    const text = renderClientPart(result({ footprint: parts }));
    expect(text).toContain("- Date: 2026-01-02T03:04:05.000Z\n");
    expect(text).toContain("- Machine: Some CPU, 2 cores, 24 GiB of memory\n");
    expect(text).not.toContain("Taken by the host");
    expect(text).toContain("- Versions: @kubewright/client 0.1.0, Node 24.1.0\n");
    expect(text).toContain("- import 10 times faster than client-node: **not met**. 5.00 times");
    expect(text).toContain("- installed 20 times smaller than client-node: **met**. 30.0 times");
    expect(text).not.toContain("Requests per second");
    expect(text).not.toContain("quick run");
  });

  test("shows footprints with what the peer's are in terms of ours", () => {
    const parts = footprint({ importMs: 10, bytes: 512 * 1024 }, { importMs: 55, bytes: 60 * MiB });
    const text = renderClientPart(result({ footprint: parts }));
    expect(text).toContain("| kubewright | 24.1.0 | 10.0 ms (9.0–11.0) | 10.0 MiB | 10.0 MiB | 512 KiB | 3 | 100 |");
    expect(text).toContain("| client-node | 24.1.0 | 55.0 ms (49.5–60.5) = 5.50× | 55.0 MiB = 5.50× |");
  });

  test("shows rates, ratios and CPU for each operation", () => {
    const parts = requests({ kubewright: [1000, 20], "client-go": [800, 40] });
    const text = renderClientPart(result({ requests: parts }));
    expect(text).toContain("| get a ConfigMap | 1 | 1000 (900–1100) | 800 (720–880) |");
    expect(text).toContain("| list pods | 16 | 20.0 (18.0–22.0) | 40.0 (36.0–44.0) |");
    expect(text).toContain("| get a ConfigMap | 1 | 1.25 |\n| list pods | 16 | 0.50 |");
    expect(text).toContain("| get a ConfigMap | 1 | 0.25 (0.23–0.28) | 0.25 (0.23–0.28) |");
    expect(text).toContain("| list pods | 16 | 80.0 (72.0–88.0) |");
    expect(text).toContain("Peak resident memory: kubewright 100.0 MiB; client-go 100.0 MiB.");
  });

  test("says why a peer has no numbers", () => {
    const { rows } = requests({ kubewright: [1, 1] });
    const imports = footprint({ importMs: 1, bytes: 1 }, { importMs: 1, bytes: 1 });
    const text = renderClientPart(
      result({
        footprint: {
          runs: 1,
          rows: [
            ...imports.rows.slice(0, 1),
            { id: "client-node", label: "client-node", node: "24.1.0", problem: "no npm" },
          ],
        },
        requests: { plan, rows: [...rows, { id: "client-go", problem: "no Go on the PATH" }] },
      }),
    );
    expect(text).toContain("client-go: not measured: no Go on the PATH.");
    expect(text).toContain("| client-node | 24.1.0 | not measured: no npm |");
    expect(text).toContain("as client-go: **not measured**. no Go on the PATH");
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("warns of a quick run", () => {
    expect(renderClientPart(result({ isQuick: true }))).toContain("**A quick run: the numbers mean little.**");
  });
});
