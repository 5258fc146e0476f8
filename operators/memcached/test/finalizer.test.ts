import { run, startEnvironment } from "@kubewright/testing";
import { afterAll, expect, test } from "vitest";
import { Memcached } from "../src/api/v1/memcached.ts";
import { createMemcachedReconciler } from "../src/controller/memcached-controller.ts";

// Nobody but the reconciler does anything.
const crds = [new URL("../config/crd/bases", import.meta.url)];
const environment = await startEnvironment({ crds, controllers: [], nodes: 0 });
afterAll(() => environment.close());

function leaving(...finalizers: string[]): Memcached {
  const deletionTimestamp = "2026-01-01T00:00:00Z";
  return Memcached.of({ metadata: { name: "cache", deletionTimestamp, finalizers }, spec: { size: 1 } });
}

test("a Memcached that is being deleted before the operator has seen it is left to go", async () => {
  const outcome = await run(createMemcachedReconciler(), {
    client: environment.client(),
    objects: [leaving("example.com/onlooker")],
  });
  expect(outcome.error).toBeUndefined();
  expect(outcome.requests).toEqual([]);
});

test("one that the operator knows gets its last conditions and an event, and goes", async () => {
  const outcome = await run(createMemcachedReconciler(), {
    client: environment.client(),
    objects: [leaving("cache.example.com/finalizer", "example.com/onlooker")],
  });
  expect(outcome.error).toBeUndefined();
  expect(outcome.requests).toEqual([
    "update memcacheds.cache.example.com/status cache",
    "update memcacheds.cache.example.com/status cache",
    "patch memcacheds.cache.example.com cache",
  ]);
  const message = "Finalizer operations for custom resource cache name were successfully accomplished";
  expect(outcome.objects.get(Memcached)).toMatchObject({
    metadata: { finalizers: ["example.com/onlooker"] },
    status: { conditions: [{ type: "Degraded", status: "True", reason: "Finalizing", message }] },
  });
  expect(outcome.events).toMatchObject([{ type: "Warning", reason: "Deleting", action: "DeleteCR" }]);
});

test("it goes although nothing can be told of it", async () => {
  const fault = { type: "status", status: 422 } as const;
  const refusal = environment.faults.add({ verb: "update", resource: "memcacheds", subresource: "status", fault });
  const outcome = await run(createMemcachedReconciler(), {
    client: environment.client(),
    objects: [leaving("cache.example.com/finalizer", "example.com/onlooker")],
  });
  refusal.remove();
  expect(outcome.error).toBeUndefined();
  expect(outcome.objects.get(Memcached)?.metadata.finalizers).toEqual(["example.com/onlooker"]);
});
