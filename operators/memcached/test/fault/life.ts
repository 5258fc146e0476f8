import { Deployment } from "@kubewright/api/apps/v1";
import { Service } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import type { Client, Manager } from "@kubewright/operator";
import type { Environment } from "@kubewright/testing";
import { Memcached } from "../../src/api/v1/memcached.ts";
import { cachedKinds, setupMemcachedController } from "../../src/controller/memcached-controller.ts";
import { CallFaults, type FaultPlan } from "./call-faults.ts";
import { type EndState, endStateOf } from "./end-state.ts";

const name = "cache";

/** What happens to a Memcached in its life, in order. */
const chapters: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  created: (client) => client.create(Memcached.of({ metadata: { name }, spec: { size: 1 } })),
  updated: (client) => client.patch(Memcached, name, { merge: { spec: { memory: "128Mi" } } }),
  scaled: (client) => client.patch(Memcached, name, { merge: { spec: { size: 2 } } }),
  async "meddled with"(client) {
    await client.delete(PodDisruptionBudget, name);
    const labels = { "app.kubernetes.io/name": "something-else" };
    await client.patch(Service, `${name}-nodes`, { merge: { metadata: { labels } } });
    await client.patch(Deployment, name, { merge: { spec: { strategy: { rollingUpdate: { maxSurge: 1 } } } } });
  },
  deleted: (client) => client.delete(Memcached, name),
};

/** Longer than all that is tried again within a chapter takes. */
const chapterMs = 90_000;

/** How a chapter of a life ended. */
export interface Chapter {
  readonly title: string;
  /** What was asked of the server in it. */
  readonly calls: readonly string[];
  readonly objects: EndState["objects"];
  /** Those that were there at the end of the chapter before, by kind and name; pods of the same ReplicaSet have the same one. */
  readonly kept: readonly string[];
}

/** All titles, or the first and the last one: created and deleted. */
export function titlesOf(length: "long" | "short"): string[] {
  const titles = Object.keys(chapters);
  return length === "long" ? titles : [titles[0]!, titles.at(-1)!];
}

/**
 * Lives a life for each of the plans, all at the same time, each in a namespace of its own with an operator of its own.
 *
 * `check` sees each chapter at its end, with the index of its plan.
 */
export async function live(
  environment: Environment,
  plans: readonly FaultPlan[],
  titles: readonly string[],
  check: (chapter: Chapter, index: number) => void = () => {},
): Promise<Chapter[][]> {
  const lives = await Promise.all(plans.map((plan) => Life.begin(environment, plan)));
  await environment.advance(chapterMs);
  for (const title of titles) {
    await Promise.all(lives.map((life) => life.act(chapters[title]!)));
    await environment.advance(chapterMs);
    for (const [index, life] of lives.entries()) check(await life.look(title), index);
  }
  await Promise.all(lives.map((life) => life.end()));
  return lives.map((life) => life.chapters);
}

class Life {
  readonly chapters: Chapter[] = [];
  readonly #environment: Environment;
  readonly #client: Client;
  readonly #namespace: string;
  readonly #faults: CallFaults;
  readonly #managers: Promise<Manager>[] = [];
  #uids: ReadonlySet<string> = new Set();

  static async begin(environment: Environment, plan: FaultPlan): Promise<Life> {
    const { name: namespace, client } = await environment.namespace("life");
    const life = new Life(environment, client, namespace, plan);
    life.#startManager();
    return life;
  }

  private constructor(environment: Environment, client: Client, namespace: string, plan: FaultPlan) {
    this.#environment = environment;
    this.#client = client;
    this.#namespace = namespace;
    this.#faults = new CallFaults(plan);
  }

  async act(act: (client: Client) => Promise<unknown>): Promise<void> {
    this.#faults.beginChapter();
    await act(this.#client);
  }

  async look(title: string): Promise<Chapter> {
    const { calls } = this.#faults;
    const { objects, uids } = await endStateOf(this.#client, this.#namespace);
    const kept = [...uids].filter(([, uid]) => this.#uids.has(uid)).map(([object]) => object.replace(/ \d+$/, ""));
    const chapter = { title, calls, objects, kept: kept.sort() };
    this.chapters.push(chapter);
    this.#uids = new Set(uids.values());
    return chapter;
  }

  async end(): Promise<void> {
    for (const manager of this.#managers) await (await manager).stop();
  }

  #startManager(): void {
    const { clock } = this.#environment;
    const interceptor = this.#faults.interceptor(() => {
      void starting.then((manager) => manager.stop());
      // Another one takes its place, as a Deployment of the operator does it.
      this.#startManager();
    });
    const starting = this.#environment.startManager((manager) => setupMemcachedController(manager, { clock }), {
      cache: { namespaces: [this.#namespace], byKind: cachedKinds },
      fieldManager: "memcached",
      interceptors: [interceptor],
      gracefulStopTimeoutMs: 0,
    });
    this.#managers.push(starting);
  }
}
