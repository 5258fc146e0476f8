import { type Environment, startEnvironment } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultPlan, type Mishap, mishaps } from "./call-faults.ts";
import { type Chapter, live, titlesOf } from "./life.ts";

const crds = [new URL("../../config/crd/bases", import.meta.url)];
/** Those that a Deployment needs to come and go, and its pods to get ready. */
const controllers = [
  "scheduler",
  "deployment-controller",
  "replicaset-controller",
  "garbage-collector-controller",
  "serviceaccount-controller",
  "node-lifecycle-controller",
];
/** How many lives are lived at the same time. */
const crowd = 6;

describe("an operator whose calls go wrong", () => {
  let environment: Environment;
  /** Of a life in which nothing went wrong. */
  let wanted: readonly Chapter[];

  beforeAll(async () => {
    environment = await startEnvironment({ cluster: "embedded", clock: "manual", crds, controllers });
    [wanted = []] = await live(environment, [new Map()], titlesOf("long"));
  }, 60_000);

  afterAll(() => environment.close());

  /** Lives lives, which must all come to the same end in each of their chapters. Says whether all faults came to pass. */
  async function areLived(plans: readonly FaultPlan[]): Promise<boolean> {
    // Nothing goes wrong in a chapter with fewer calls, some of which are made again.
    const mostCalls = Math.max(...wanted.slice(1).map(({ calls }) => calls.length + 2));
    const isLong = plans.some((plan) => Math.min(...plan.keys()) <= mostCalls);
    const check = (chapter: Chapter, index: number): void => {
      const { title, objects, kept } = chapter;
      const right = wanted.find((one) => one.title === title);
      expect({ objects, kept }, `when it was ${title} and ${textOf(plans[index]!, chapter)}`).toEqual({
        objects: right?.objects,
        kept: right?.kept,
      });
    };
    const lives = await live(environment, plans, titlesOf(isLong ? "long" : "short"), check);
    return plans.every((plan, index) => lives[index]?.some(({ calls }) => calls.length >= Math.max(...plan.keys())));
  }

  test("makes calls in each chapter of a life, and keeps what runs through all of them", () => {
    for (const { title, calls } of wanted) expect(calls.length, title).toBeGreaterThan(2);
    const own = [
      "Deployment cache",
      "Memcached cache",
      "PodDisruptionBudget cache",
      "Service cache",
      "Service cache-nodes",
    ];
    const podsAmong = (titles: readonly string[]) => titles.filter((title) => title.startsWith("Pod ")).length;
    expect(
      wanted.map((chapter) => ({
        title: chapter.title,
        kept: own.filter((title) => chapter.kept.includes(title)),
        pods: podsAmong(Object.keys(chapter.objects)),
        podsKept: podsAmong(chapter.kept),
      })),
    ).toEqual([
      { title: "created", kept: [], pods: 1, podsKept: 0 },
      { title: "updated", kept: own, pods: 1, podsKept: 0 },
      { title: "scaled", kept: own, pods: 2, podsKept: 1 },
      { title: "meddled with", kept: own.filter((title) => !title.startsWith("PodD")), pods: 2, podsKept: 2 },
      { title: "deleted", kept: [], pods: 0, podsKept: 0 },
    ]);
    expect(wanted.at(-1)?.objects).toEqual({});
  });

  test.each(mishaps)("comes to the same end when any of them %s", { timeout: 120_000 }, async (mishap) => {
    for (let first = 1; ; first += crowd) {
      const plans = Array.from({ length: crowd }, (_, index) => new Map([[first + index, mishap]]));
      if (!(await areLived(plans))) break;
    }
  });

  test("comes to the same end when any two of them go wrong", { timeout: 120_000 }, async () => {
    const random = seededRandom(9);
    const pick = (count: number) => Math.floor(random() * count);
    const plans = Array.from({ length: 2 * crowd }, () => {
      const first = 1 + pick(10);
      const anyMishap = (): Mishap => mishaps[pick(mishaps.length)] ?? "fails";
      // Where the first one is, the calls after it are others than those of a life without it.
      return new Map([
        [first, anyMishap()],
        [first + 1 + pick(6), anyMishap()],
      ]);
    });
    let livedCrowds = 0;
    for (let first = 0; first < plans.length; first += crowd) {
      if (await areLived(plans.slice(first, first + crowd))) livedCrowds++;
    }
    expect(livedCrowds).toBeGreaterThan(0);
  });
});

function textOf(plan: FaultPlan, { calls }: Chapter): string {
  return [...plan].map(([at, mishap]) => `call ${at}, ${calls[at - 1] ?? "never made"}, ${mishap}`).join(", and ");
}

/** Numbers from 0 up to 1 that depend on the seed only. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
