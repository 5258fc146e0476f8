import { describe, expect, test } from "vitest";
import { checkMemcachedGoals } from "./memcached-goal.mjs";
import { renderMemcachedPart, sampleId, twinId } from "./memcached-report.mjs";

type MemcachedResult = Parameters<typeof renderMemcachedPart>[0];
type Section = NonNullable<MemcachedResult["real"]>;

const MiB = 2 ** 20;

function spread(median: number) {
  return { median, min: median * 0.5, max: median * 2 };
}

interface Load {
  readonly seconds: number;
  readonly refused?: number;
  readonly errorLines?: number;
  readonly heldMiB?: readonly number[];
  readonly droppedEvents?: number;
  readonly made?: Record<string, number>;
}

function section(runs: Record<string, Load>): Section {
  const rows = Object.entries(runs).map(
    ([id, run]): [string, Section["rows"] extends ReadonlyMap<string, infer N> ? N : never] => {
      const { seconds, refused = 0, errorLines = 0, droppedEvents = 0, made = { deployments: 1 } } = run;
      const { heldMiB = [18, 20, 20] } = run;
      return [
        id,
        {
          elapsedMs: {
            create: spread(seconds * 1000),
            scale: spread(seconds * 500),
            delete: spread(seconds * 250),
            all: spread(seconds * 1750),
          },
          cpuMs: spread(seconds * 800),
          serverCpuMs: spread(seconds * 900),
          counters: {
            requests: spread(12_000),
            refused: spread(refused),
            otherErrors: spread(0),
            reconciles: spread(5000),
            failures: spread(refused),
            errorLines: spread(errorLines),
            droppedEvents: spread(droppedEvents),
          },
          byMethod: { GET: 0, PATCH: 7000, PUT: 5000 },
          made,
          peakBytes: spread(150 * MiB),
          residentBytes: [spread(100 * MiB), spread(110 * MiB), spread(105 * MiB)],
          heldBytes: heldMiB.map((count) => spread(count * MiB)),
        },
      ];
    },
  );
  return { plan: { rounds: 2, cycles: 3, objects: 1000, quietMs: 1000 }, rows: new Map(rows) };
}

function result(sections: Partial<MemcachedResult>): MemcachedResult {
  return {
    date: "2026-01-02T03:04:05.000Z",
    isQuick: false,
    machine: { cpu: "Some CPU", cores: 2, memoryBytes: 24 * 2 ** 30 },
    versions: { "@kubewright/operator": "0.1.0" },
    ...sections,
  };
}

describe("checkMemcachedGoals", () => {
  test.each([
    {
      name: "the same time, nothing refused or logged and no more memory meet all goals",
      ours: { seconds: 10 },
      areMet: [true, true, true, true, true, true],
    },
    {
      name: "a moment more, one refusal or a leak meet none",
      ours: { seconds: 10.1, refused: 1, heldMiB: [18, 20, 21.1] },
      areMet: [false, false, false, false, false, false],
    },
    {
      name: "an error that is logged is one too many",
      ours: { seconds: 9, errorLines: 1 },
      areMet: [true, true, true, true, false, true],
    },
    {
      name: "an event that is lost is one too many",
      ours: { seconds: 9, droppedEvents: 1 },
      areMet: [true, true, true, true, false, true],
    },
    {
      name: "what is kept of the first cycle is no leak, nor is a little more now and then",
      ours: { seconds: 9, heldMiB: [10, 20, 25, 20.9] },
      areMet: [true, true, true, true, true, true],
    },
  ])("$name", ({ ours, areMet }) => {
    const real = section({ kubewright: ours, [sampleId]: { seconds: 10, refused: 300 }, [twinId]: { seconds: 10 } });
    expect(checkMemcachedGoals(result({ real })).map(({ isMet }) => isMet)).toEqual(areMet);
  });

  test("what all steps take together and what each takes are goals of their own", () => {
    const real = section({ kubewright: { seconds: 8 }, [sampleId]: { seconds: 10 } });
    const { elapsedMs } = [...real.rows.values()][0]!;
    elapsedMs.scale = spread(5100);
    const [all, each] = checkMemcachedGoals(result({ real }));
    expect(all).toMatchObject({
      goal: `1000 Memcacheds created, scaled and deleted on the real server in no more time than by ${sampleId}`,
      isMet: true,
      detail: "all: 14.00 s against 17.50 s.",
    });
    expect(each).toMatchObject({
      goal: `each of the three steps on the real server in no more time than by ${sampleId}`,
      isMet: false,
      detail: "create: 8.00 s against 10.00 s; scale: 5.10 s against 5.00 s; delete: 2.00 s against 2.50 s.",
    });
  });

  test("memory after two cycles is compared with nothing", () => {
    const { plan, rows } = section({ kubewright: { seconds: 8, heldMiB: [10, 20] }, [sampleId]: { seconds: 10 } });
    const real = { plan: { ...plan, cycles: 2 }, rows };
    expect(checkMemcachedGoals(result({ real })).map(({ isMet }) => isMet)).toEqual([true, true, true]);
  });

  test("without a peer, the goal of time is open, with the reason", () => {
    const embedded = section({ kubewright: { seconds: 10 } });
    const [time] = checkMemcachedGoals(result({ embedded, problem: "no Go on the PATH" }));
    expect(time).toMatchObject({ isMet: undefined, detail: "no Go on the PATH." });
  });
});

test("renderMemcachedPart shows times, requests and what is made, server by server", () => {
  const made = { deployments: 1, services: 2, poddisruptionbudgets: 1, events: 0 };
  const load = section({ kubewright: { seconds: 10, made }, [sampleId]: { seconds: 20, refused: 300 } });
  const text = renderMemcachedPart(result({ embedded: load, real: load }));
  expect(text).toMatch(/^## Memcached operator\n\n- Date: 2026-01-02/);
  expect(text).toContain("### 1000 Memcacheds on the embedded API server");
  expect(text).toContain("### 1000 Memcacheds on the real kube-apiserver");
  expect(text).toContain(`| ${sampleId} | 20.0 (10.0–40.0) = 2.00× | 10.0 (5.00–20.0) = 2.00× |`);
  expect(text).toContain("| kubewright | 12000 (6000–24000) | 0.0 (0.0–0.0) |");
  expect(text).toContain("| kubewright | 150.0 MiB | 100.0 MiB, 110.0 MiB, 105.0 MiB | 18.0 MiB, 20.0 MiB, 20.0 MiB |");
  expect(text).toContain(
    "| kubewright | 1 deployments, 2 services, 1 poddisruptionbudgets | 12 | 3 | 7000 PATCH, 5000 PUT |",
  );
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
});
