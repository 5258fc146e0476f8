import { ManualClock } from "@kubewright/api";
import { ConfigMap } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { InformerCache } from "../src/cache/informer-cache.ts";
import { createReconcileClient } from "../src/cache/reconcile-client.ts";
import { Controller } from "../src/controller/controller.ts";
import { reconcileObject } from "../src/controller/reconcile-object.ts";
import { enqueueObject } from "../src/trigger/handler.ts";
import { kindSource } from "../src/trigger/kind-source.ts";
import { MemoryServer } from "./fixture/memory-server.ts";

test("a controller works without a manager", async () => {
  const clock = new ManualClock();
  const server = new MemoryServer({ kinds: [ConfigMap], clock });
  const client = server.client();
  const cache = new InformerCache({ client, clock });
  const controller = new Controller({
    name: "maps",
    kind: ConfigMap,
    client: createReconcileClient({ client, cache, clock }),
    sources: [kindSource({ kind: ConfigMap, informer: cache.informer(ConfigMap), handler: enqueueObject() })],
    reconciler: reconcileObject(ConfigMap, async (map, { client: own, signal }) => {
      await own.update({ ...map, data: { seen: "yes" } }, { signal });
    }),
    clock,
  });
  cache.start();
  const abort = new AbortController();
  const ended = controller.start(abort);
  await client.create(ConfigMap.of({ metadata: { name: "a", namespace: "default" } }));
  await expect.poll(async () => (await client.get(ConfigMap, "a")).data).toEqual({ seen: "yes" });
  abort.abort();
  await ended;
  await expect(controller.watch({ name: "late", start: async () => {} })).rejects.toBe(abort.signal.reason);
  await cache.stop();
  expect([clock.pending, server.openWatches]).toEqual([0, 0]);
});
