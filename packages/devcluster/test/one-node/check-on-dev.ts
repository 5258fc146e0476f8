import { expect } from "vitest";
import { Observer } from "./observer.ts";
import type { OneNodeRecording, OneNodeScenario } from "./one-node-scenario.ts";
import { createIn } from "./record-on-real.ts";
import type { TimedCluster } from "./timed-cluster.ts";

/** In real time: on a machine that is busy, everything takes long. */
const deadlineMs = 60_000;

/** Slow enough for programs to be in time. */
const passSpeed = 5;

/** Runs a scenario on a dev cluster with a process node, and compares it with what was recorded, step by step. */
export async function checkOnDev(
  scenario: OneNodeScenario,
  recording: OneNodeRecording,
  timed: TimedCluster,
): Promise<void> {
  const { cluster, nodeName } = timed;
  const client = cluster.client();
  const namespace = scenario.name;
  const observer = new Observer({ scenario, client, namespace, node: { name: nodeName } });
  await timed.addNamespace(namespace);
  const labels: string[] = [];
  await scenario.steps({
    client,
    namespace,
    async pass(seconds) {
      for (const until = timed.now() + seconds * 1000; timed.now() < until; ) await timed.pass(passSpeed);
    },
    crashNode: () => timed.crashNode(),
    create: (...objects) => createIn(client, namespace, objects),
    async reach(label, _, { speed = 1 } = {}) {
      labels.push(label);
      const until = performance.now() + deadlineMs;
      const expected = JSON.stringify(recording[label]);
      for (let revision = -1; performance.now() < until; await timed.pass(speed)) {
        if (revision === cluster.server.revision) continue;
        revision = cluster.server.revision;
        if (JSON.stringify(await observer.observe()) === expected) return;
      }
      expect(await observer.observe()).toEqual(recording[label]);
    },
  });
  expect(labels).toEqual(Object.keys(recording));
  await timed.clear(namespace);
}
