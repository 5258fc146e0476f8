import { randomBytes } from "node:crypto";
import type { KubeObject } from "@kubewright/api";
import { Event, type Namespace } from "@kubewright/api/core/v1";
import { Normaliser } from "./normaliser.ts";
import type { Platform } from "./platform.ts";
import type { Recording, Scenario, World } from "./scenario.ts";

const pollMs = 100;

/** Runs a scenario in a namespace of its own. */
export async function runScenario(scenario: Scenario, platform: Platform): Promise<Recording> {
  const run = new Run(scenario, platform);
  await platform.client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: run.namespace } } as Namespace);
  try {
    await scenario.steps(run);
  } catch (error) {
    throw new Error(`${scenario.name}: ${(error as Error).message}\n${await platform.log()}`, { cause: error });
  }
  return run.recording;
}

class Run implements World {
  readonly namespace: string;
  readonly client: Platform["client"];
  readonly recording: Record<string, unknown> = {};
  readonly #scenario: Scenario;
  readonly #platform: Platform;
  readonly #normaliser = new Normaliser();
  readonly #id = `z${randomBytes(4).toString("hex")}`;
  readonly #namespaces = new Set<string>();

  constructor(scenario: Scenario, platform: Platform) {
    this.#scenario = scenario;
    this.#platform = platform;
    this.client = platform.client;
    for (const [name, label] of platform.names) this.#normaliser.addName(name, label);
    this.namespace = this.unique("namespace");
    this.includeNamespace(this.namespace);
  }

  unique(label: string): string {
    const name = `${label}-${this.#id}`;
    this.#normaliser.addName(name, label);
    return name;
  }

  includeNamespace(name: string): void {
    this.#namespaces.add(name);
  }

  async eventually<T>(
    check: () => T | Promise<T>,
    { timeoutMs = 60_000 }: { timeoutMs?: number } = {},
  ): Promise<Exclude<T, undefined | false>> {
    const deadline = this.#platform.elapsedMs() + timeoutMs;
    let problem: unknown = "it never became true";
    while (this.#platform.elapsedMs() < deadline) {
      try {
        const result = await check();
        if (result !== undefined && result !== false) return result as Exclude<T, undefined | false>;
      } catch (error) {
        problem = error;
      }
      await this.pass(pollMs);
    }
    throw new Error(`not within ${timeoutMs} ms: ${problem}`, { cause: problem });
  }

  pass(ms: number): Promise<void> {
    return this.#platform.pass(ms);
  }

  async record(label: string): Promise<void> {
    const objects = await this.#settled();
    const ignore = this.#scenario.ignore ?? (() => false);
    const normalise = this.#scenario.normalise ?? ((object: KubeObject) => object);
    const events = objects.filter((object) => object.kind === "Event").map((event) => eventOf(event as Event));
    const others = objects.filter((object) => object.kind !== "Event" && !ignore(object));
    this.#put(label, {
      objects: sorted(others.map((object) => this.#normaliser.object(normalise(object)))),
      ...(this.#scenario.events !== false && { events: sorted(unique(events.map((e) => this.#normaliser.value(e)))) }),
    });
  }

  note(label: string, value: unknown): void {
    this.#put(label, this.#normaliser.value(value));
  }

  #put(label: string, value: unknown): void {
    if (label in this.recording) throw new Error(`two records have the label ${label}`);
    this.recording[label] = value;
  }

  async #settled(): Promise<readonly KubeObject[]> {
    const { quietMs = 1_500 } = this.#scenario;
    const deadline = this.#platform.elapsedMs() + 60_000;
    let objects = await this.#list();
    let since = this.#platform.elapsedMs();
    while (this.#platform.elapsedMs() - since < quietMs) {
      if (this.#platform.elapsedMs() > deadline) throw new Error("it did not settle within 60 s");
      await this.pass(pollMs);
      const now = await this.#list();
      if (versionsOf(now) !== versionsOf(objects)) since = this.#platform.elapsedMs();
      objects = now;
    }
    return objects;
  }

  async #list(): Promise<readonly KubeObject[]> {
    const found: KubeObject[] = [];
    for (const kind of [...this.#scenario.kinds, Event]) {
      const mapping = await this.client.discovery.resourceFor(kind);
      if (mapping.scope === "Cluster") {
        const { items } = await this.client.list(kind);
        found.push(...items.filter(({ metadata }) => metadata.name.includes(this.#id)));
        continue;
      }
      for (const namespace of this.#namespaces) found.push(...(await this.client.list(kind, { namespace })).items);
    }
    this.#normaliser.learn(found);
    return found;
  }
}

function versionsOf(objects: readonly KubeObject[]): string {
  return objects
    .map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`)
    .sort()
    .join();
}

/** What of an event counts. Those of the older API name their source in another field. */
function eventOf(event: Event): unknown {
  const { type, reason, message, involvedObject, source, reportingComponent } = event;
  return {
    type,
    reason,
    message,
    component: source?.component || reportingComponent,
    regarding: `${involvedObject.apiVersion} ${involvedObject.kind} ${involvedObject.namespace ?? ""}/${involvedObject.name}`,
    ...(involvedObject.fieldPath !== undefined && { fieldPath: involvedObject.fieldPath }),
  };
}

function sorted(values: readonly unknown[]): unknown[] {
  return [...values].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function unique(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
