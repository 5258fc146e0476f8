import { Pod, Service } from "@kubewright/api/core/v1";
import { isBeingDeleted } from "@kubewright/operator";
import type { TestNamespace } from "@kubewright/testing";
import { expect, test } from "vitest";
import { Memcached } from "../../src/api/v1/memcached.ts";
import { memcached, settled, startMemcachedEnvironment } from "../memcached-environment.ts";
import { type Answered, PersistentClient, type Place } from "./persistent-client.ts";

const waiting = { timeoutMs: 90_000 };
const size = 3;
/** How long nobody may wait for an answer. */
const longestMs = 1_000;

test("clients that reconnect are served by its Service all through a rolling change", {
  timeout: 180_000,
}, async () => {
  await using environment = await startMemcachedEnvironment({ cluster: "embedded", nodes: { process: 1 } });
  const namespace = await environment.namespace();
  const { client, eventually } = namespace;
  const rollout = { drainSeconds: 1 };
  await client.create(memcached("cache", { size, rollout }));
  // Nothing happens to it: what its clients have to wait for, they wait for because of the machine.
  await client.create(memcached("bystander", { size: 1, rollout }));
  for (const name of ["cache", "bystander"]) {
    await eventually(Memcached, name, { status: { conditions: settled } }, waiting);
  }
  const before = await podsOf(namespace);
  expect(before).toHaveLength(size);

  const clients = await clientsOf(namespace, "cache", 4);
  const others = await clientsOf(namespace, "bystander", 2);
  await using instances = new ServingInstances(namespace);
  try {
    await eventually(() => clients.every(({ requests }) => requests.length > 20), waiting);
    await client.patch(Memcached, "cache", { merge: { spec: { extraArgs: ["-I", "2m"] } } });
    await eventually(async () => {
      const { metadata, status } = await client.get(Memcached, "cache");
      expect(status).toMatchObject({ observedGeneration: metadata.generation, readyReplicas: size });
      const after = await podsOf(namespace);
      expect(after).toHaveLength(size);
      expect(after.filter((uid) => before.includes(uid))).toEqual([]);
    }, waiting);
    // With the instances that are there now.
    const counts = clients.map(({ requests }) => requests.length);
    await eventually(() => clients.every(({ requests }, index) => requests.length > counts[index]! + 20), waiting);
  } finally {
    await Promise.all([...clients, ...others].map((each) => each.stop()));
  }

  expect(clients.flatMap(({ refused }) => refused)).toEqual([]);
  expect(clients.flatMap(({ wrong }) => wrong)).toEqual([]);
  // The instances that they talked to are all gone.
  for (const { closed } of clients) expect(closed).toBeGreaterThan(0);
  const otherRequests = others.flatMap(({ requests }) => requests);
  const late = clients
    .flatMap(({ requests }) => requests)
    .filter((each) => timeBeyond(each, otherRequests) > longestMs);
  expect(late).toEqual([]);
  expect([instances.least, instances.most]).toEqual([size - 1, size]);
});

/** How much longer a request took than the longest of the others that were under way at the same time. */
function timeBeyond({ startMs, endMs }: Answered, others: readonly Answered[]): number {
  const meanwhile = others.filter((other) => other.startMs < endMs && other.endMs > startMs);
  return endMs - startMs - Math.max(0, ...meanwhile.map((other) => other.endMs - other.startMs));
}

async function clientsOf({ client }: TestNamespace, service: string, count: number): Promise<PersistentClient[]> {
  const { spec } = await client.get(Service, service);
  const place: Place = { host: spec?.clusterIP ?? "", port: spec?.ports?.[0]?.port ?? 0 };
  return Array.from({ length: count }, (_, index) => new PersistentClient(place, `${service}-${index}`));
}

/** The uids of all instances of `cache`. */
async function podsOf({ client }: TestNamespace): Promise<string[]> {
  const { items } = await client.list(Pod);
  return items.filter(isInstance).map(({ metadata }) => metadata.uid ?? "");
}

function isReady({ status }: Pod): boolean {
  return status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") ?? false;
}

function isInstance({ metadata }: Pod): boolean {
  return metadata.name.startsWith("cache-");
}

/** Knows how many instances served at least and at most at the same time, once all did; those on their way out do not count. */
class ServingInstances implements AsyncDisposable {
  least = size;
  most = 0;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor({ client }: TestNamespace) {
    this.#running = this.#count(client);
    // Told at the end.
    this.#running.catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #count(client: TestNamespace["client"]): Promise<void> {
    const { signal } = this.#stop;
    const uids = new Set<string>();
    try {
      for await (const event of client.watch(Pod, { signal })) {
        if (event.type === "BOOKMARK" || !isInstance(event.object)) continue;
        const { uid = "" } = event.object.metadata;
        if (event.type === "DELETED" || isBeingDeleted(event.object) || !isReady(event.object)) uids.delete(uid);
        else uids.add(uid);
        this.most = Math.max(this.most, uids.size);
        if (this.most === size) this.least = Math.min(this.least, uids.size);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
