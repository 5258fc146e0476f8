import { Pod } from "@kubewright/api/core/v1";
import { isConditionTrue } from "@kubewright/operator";
import { defaultStages } from "@kubewright/testing";
import { afterAll, describe, expect, test } from "vitest";
import { Memcached, type MemcachedSpec } from "../src/api/v1/memcached.ts";
import { memcached, settled, startMemcachedEnvironment } from "./memcached-environment.ts";

// A Deployment may make a pod a moment before it tells another to go; an instance is one that runs, which takes it a second here.
const environment = await startMemcachedEnvironment({
  cluster: "embedded",
  clock: "manual",
  nodes: { simulated: { names: ["node-1"], stages: defaultStages({ startMs: 1_000 }) } },
});
afterAll(() => environment.close());

describe("a change of all instances", { timeout: 90_000 }, () => {
  test.each<{ title: string; spec: MemcachedSpec; most: number; least: number }>([
    { title: "never has more of them than size, and one less at the least", spec: { size: 3 }, most: 3, least: 2 },
    {
      title: "with surge has one more at the most, and never less than size",
      spec: { size: 3, rollout: { surge: true } },
      most: 4,
      least: 3,
    },
  ])("$title", async ({ spec, most, least }) => {
    const { client, eventually } = await environment.namespace();
    await client.create(memcached("cache", spec));
    const { status } = await eventually(Memcached, "cache", { status: { conditions: settled } });

    const { metadata, items } = await client.list(Pod);
    const { resourceVersion = "" } = metadata;
    const running = new Set(items.map((pod) => pod.metadata.name));
    const ended = new AbortController();
    const watching = (async () => {
      const counts = { most: running.size, least: running.size };
      for await (const event of client.watch(Pod, { resourceVersion, signal: ended.signal })) {
        if (event.type === "BOOKMARK") continue;
        const { metadata, status: podStatus } = event.object;
        const isGone = event.type === "DELETED" || metadata.deletionTimestamp !== undefined;
        if (isGone) running.delete(metadata.name);
        else if (isConditionTrue(podStatus?.conditions, "Ready")) running.add(metadata.name);
        counts.most = Math.max(counts.most, running.size);
        counts.least = Math.min(counts.least, running.size);
        const isReplaced = status?.nodes?.every((name) => !running.has(name)) === true;
        if (isReplaced && running.size === 3) return counts;
      }
      throw new Error("the watch ended early");
    })();

    await client.patch(Memcached, "cache", { merge: { spec: { memory: "128Mi" } } });
    const after = await eventually(Memcached, "cache", { status: { observedGeneration: 2, conditions: settled } });
    expect(after.status?.nodes).not.toEqual(status?.nodes);
    expect(await watching.finally(() => ended.abort())).toEqual({ most, least });
  });
});
