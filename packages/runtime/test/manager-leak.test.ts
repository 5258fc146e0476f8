import { Lease } from "@kubewright/api/coordination/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events/v1";
import { expect, test } from "vitest";
import { withFinalizer } from "../src/controller/with-finalizer.ts";
import { Manager } from "../src/manager/manager.ts";
import { timerSource } from "../src/trigger/timer-source.ts";
import { Memcached, World } from "./manager-world.ts";

test("a manager that was stopped has no timer, watch, socket or signal handler left", async () => {
  const world = new World({ kinds: [Memcached, ConfigMap, Lease, Event] });
  const before = resources();
  const run = await world.manager({
    leaderElection: { id: "leak.example.com", namespace: "default" },
    metrics: { bindAddress: "127.0.0.1:0" },
    health: { bindAddress: "127.0.0.1:0" },
    cache: { resyncMs: 60_000 },
  });
  run.manager
    .controller("memcached", { reconcileTimeoutMs: 10_000, maxConcurrentReconciles: 20 })
    .for(Memcached)
    .watches(ConfigMap, () => [])
    .source(timerSource({ everyMs: 1_000, keys: [{ name: "tick" }] }))
    .reconcile(
      withFinalizer({
        kind: Memcached,
        finalizer: "cache.example.com/outside",
        reconcile: async (object, { events, signal }) => {
          events.normal(object, { reason: "Seen", note: object.metadata.name });
          await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        },
        cleanup: async () => {},
      }),
    );
  await run.start();
  for (const name of ["a", "b", "c"]) {
    await world.client.create(Memcached.of({ metadata: { name, namespace: "default" }, spec: { size: 1 } }));
  }
  await world.pass(90_000);
  expect(world.clock.pending).toBeGreaterThan(0);
  await run.manager.stop();
  expect(run.outcome).toEqual({});
  expect([world.clock.pending, world.server.openWatches, run.process.listeners]).toEqual([0, 0, 0]);
  await world.until(() => resources() <= before);
});

test("a manager for a real process puts its signal handlers away", async () => {
  const names = ["SIGINT", "SIGTERM", "uncaughtException"];
  const before = names.map((name) => process.listenerCount(name));
  const world = new World();
  const manager = await Manager.create({
    client: world.client,
    clock: world.clock,
    logLevel: "silent",
    metrics: false,
    health: false,
  });
  const started = manager.start();
  await world.settle();
  expect(names.map((name) => process.listenerCount(name))).toEqual(before.map((count) => count + 1));
  await manager.stop();
  await started;
  expect(names.map((name) => process.listenerCount(name))).toEqual(before);
});

/** Servers and sockets that this process has open. */
function resources(): number {
  return process.getActiveResourcesInfo().filter((name) => /TCP/.test(name)).length;
}
