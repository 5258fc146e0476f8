import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { Event, Pod } from "@kubewright/api/core/v1";
import type { Interceptor } from "@kubewright/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deploymentController } from "../../src/controller/deployment/deployment-controller.ts";
import { newSetFor } from "../../src/controller/deployment/set/new-set.ts";
import { replicaSetController } from "../../src/controller/replica-set/replica-set-controller.ts";
import { startEmbeddedPlatform } from "../scenario/embedded-platform.ts";

const labels = { app: "web" };
const template = { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } };
const spec = { replicas: 3, selector: { matchLabels: labels }, template };
const metadata = { namespace: "default", name: "web" };

describe("the workload controllers", () => {
  let cluster: Awaited<ReturnType<typeof startEmbeddedPlatform>>;
  const podWatch = new Gate();
  const held: Interceptor = async (request, next) => {
    const response = await next(request);
    if (!request.isStream || !request.path.includes("/pods")) return response;
    const { body } = response;
    return {
      ...response,
      body: {
        text: () => body.text(),
        cancel: () => body.cancel(),
        async *[Symbol.asyncIterator]() {
          for await (const bytes of body) {
            await podWatch.passed();
            yield bytes;
          }
        },
      },
    };
  };

  beforeEach(async () => {
    podWatch.open();
    cluster = await startEmbeddedPlatform([replicaSetController(), deploymentController()], { interceptors: [held] });
    await cluster.pass(200);
  });
  afterEach(async () => {
    podWatch.open();
    await cluster[Symbol.asyncDispose]();
    expect(cluster.clock.pending).toBe(0);
  });

  const pods = async (): Promise<Pod[]> => (await cluster.client.list(Pod, { namespace: "default" })).items;
  const sets = async (): Promise<ReplicaSet[]> =>
    (await cluster.client.list(ReplicaSet, { namespace: "default" })).items;
  const deployment = (): Promise<Deployment> => cluster.client.get(Deployment, metadata);
  const notes = async (): Promise<(string | undefined)[]> =>
    (await cluster.client.list(Event, { namespace: "default" })).items.map(({ message }) => message);
  const progressing = async () => (await deployment()).status?.conditions?.find(({ type }) => type === "Progressing");

  test("make and delete no pod twice while the watch tells nothing of pods", async () => {
    podWatch.close();
    await cluster.client.create(ReplicaSet.of({ metadata, spec: { ...spec, replicas: 5 } }));
    for (const round of ["1", "2", "3"]) {
      await cluster.pass(100);
      await cluster.client.patch(ReplicaSet, metadata, { merge: { metadata: { annotations: { round } } } });
    }
    await cluster.pass(100);
    const made = (await pods()).map(({ metadata: { uid } }) => uid);
    expect(made).toHaveLength(5);
    await cluster.client.patch(ReplicaSet, metadata, { merge: { spec: { replicas: 2 } } });
    await cluster.pass(100);
    await cluster.client.patch(ReplicaSet, metadata, { merge: { metadata: { annotations: { round: "4" } } } });
    await cluster.pass(100);
    podWatch.open();
    await cluster.pass(500);
    const left = (await pods()).map(({ metadata: { uid } }) => uid);
    expect(left).toHaveLength(2);
    expect(made).toEqual(expect.arrayContaining(left));
    expect((await cluster.client.get(ReplicaSet, metadata)).status).toMatchObject({
      replicas: 2,
      terminatingReplicas: 0,
    });
  });

  test("give a rollout ten minutes, and count from its last progress", async () => {
    await cluster.client.create(Deployment.of({ metadata, spec }));
    await cluster.pass(200);
    cluster.clock.advance(500_000);
    const [first] = await pods();
    const ready = { phase: "Running" as const, conditions: [{ type: "Ready", status: "True" as const }] };
    await cluster.client.status.patch(Pod, first!.metadata, { merge: { status: ready } });
    // Watches end in such a leap of time, and come back.
    await cluster.pass(3_000);
    cluster.clock.advance(590_000);
    await cluster.pass(200);
    expect(await progressing()).toMatchObject({ status: "True", reason: "ReplicaSetUpdated" });
    cluster.clock.advance(10_000);
    await cluster.pass(200);
    const [set] = await sets();
    expect(await progressing()).toMatchObject({
      status: "False",
      reason: "ProgressDeadlineExceeded",
      message: `ReplicaSet "${set!.metadata.name}" has timed out progressing.`,
    });
  });

  test("avoid a name that a set with another template has", async () => {
    const draft = await cluster.client.create(Deployment.of({ metadata, spec: { ...spec, paused: true } }));
    await cluster.pass(200);
    const taken = newSetFor(draft, 1, 0).metadata.name;
    await cluster.client.create(
      ReplicaSet.of({
        metadata: { namespace: "default", name: taken, labels: { app: "other" } },
        spec: {
          replicas: 0,
          selector: { matchLabels: { app: "other" } },
          template: { ...template, metadata: { labels: { app: "other" } } },
        },
      }),
    );
    await cluster.client.patch(Deployment, metadata, { merge: { spec: { paused: false } } });
    await cluster.pass(300);
    const { status } = await deployment();
    expect(status).toMatchObject({ collisionCount: 1, updatedReplicas: 3 });
    expect((await sets()).filter((set) => set.metadata.name !== taken)).toHaveLength(1);
  });

  test("tell why there is no new set, and make it when they can", async () => {
    const message = 'replicasets.apps "web" is forbidden: not today';
    const { server } = cluster;
    const rule = server.faults.add({
      verb: "create",
      resource: "replicasets",
      fault: { type: "status", status: 403, reason: "Forbidden", message },
    });
    const created = await cluster.client.create(Deployment.of({ metadata, spec }));
    await cluster.pass(500);
    const { name } = newSetFor(created, 1, 3).metadata;
    const text = `Failed to create new replica set "${name}": ${message}`;
    expect(await progressing()).toMatchObject({ status: "False", reason: "ReplicaSetCreateError", message: text });
    expect(await notes()).toContain(text);
    rule.remove();
    await cluster.pass(10_000);
    expect(await progressing()).toMatchObject({ status: "True", reason: "ReplicaSetUpdated" });
    expect(await pods()).toHaveLength(3);
  });

  test("ask a few times, not hundreds, for pods that are refused", async () => {
    const rule = cluster.server.faults.add({
      verb: "create",
      resource: "pods",
      fault: { type: "status", status: 403, reason: "Forbidden", message: "exceeded quota" },
    });
    await cluster.client.create(ReplicaSet.of({ metadata, spec: { ...spec, replicas: 300 } }));
    await cluster.pass(0);
    expect(rule.hits).toBeLessThanOrEqual(2);
    await cluster.pass(100);
    expect((await cluster.client.get(ReplicaSet, metadata)).status).toMatchObject({
      conditions: [{ type: "ReplicaFailure", status: "True", reason: "FailedCreate", message: "exceeded quota" }],
    });
    rule.remove();
    await cluster.pass(2_000);
    expect(await pods()).toHaveLength(300);
    expect((await cluster.client.get(ReplicaSet, metadata)).status?.conditions).toBeUndefined();
  });

  test("come to the end although every second write conflicts", async () => {
    cluster.server.faults.add({
      verb: "update",
      probability: 0.5,
      fault: { type: "status", status: 409, reason: "Conflict", message: "the object has been modified" },
    });
    await cluster.client.create(Deployment.of({ metadata, spec }));
    // A made-up conflict has no change behind it that would lead to the next reconcile.
    for (const round of ["1", "2", "3", "4", "5", "6", "7", "8", "9"]) {
      await cluster.pass(100);
      await cluster.client.patch(Deployment, metadata, { merge: { metadata: { annotations: { round } } } });
    }
    cluster.server.faults.clear();
    await cluster.client.patch(Deployment, metadata, { merge: { metadata: { annotations: { round: "10" } } } });
    await cluster.pass(500);
    expect((await deployment()).status).toMatchObject({ replicas: 3, updatedReplicas: 3, unavailableReplicas: 3 });
    expect(await sets()).toHaveLength(1);
    expect(await pods()).toHaveLength(3);
  });
});

/** Holds back who passes while it is closed. */
class Gate {
  #opened: Promise<void> = Promise.resolve();
  #open: () => void = () => {};

  open(): void {
    this.#open();
  }

  close(): void {
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  passed(): Promise<void> {
    return this.#opened;
  }
}
