import { ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod, ServiceAccount } from "@kubewright/api/core/v1";
import type { Scenario, World } from "../scenario.ts";
import { makeReady, pod, podsOf, quietMs, replicaSet, template, untilPods, workloadKinds } from "./workload-steps.ts";

async function change(world: World, merge: object): Promise<void> {
  await world.client.patch(ReplicaSet, `${world.namespace}/web`, { merge });
}

export const replicaSetScenarios: readonly Scenario[] = [
  {
    name: "replica-set-scale",
    kinds: workloadKinds,
    quietMs,
    async steps(world) {
      await world.client.create(replicaSet(world));
      await world.record("created");
      await makeReady(world, { count: 2 });
      await world.record("two ready");
      await change(world, { spec: { replicas: 1 } });
      await world.record("scaled down: one of the ready ones is left");
      await change(world, { spec: { replicas: 4 } });
      await world.record("scaled up");
      await world.client.delete((await podsOf(world)).find(({ status }) => status?.phase === "Running")!);
      await world.record("the ready one deleted and replaced");
      await change(world, { spec: { replicas: 0 } });
      await world.record("scaled to nothing");
    },
  },
  {
    name: "replica-set-deletion-cost",
    kinds: workloadKinds,
    quietMs,
    async steps(world) {
      await world.client.create(replicaSet(world, { replicas: 4 }));
      const pods = await untilPods(world, 4);
      for (const [index, cost] of ["10", "-5", "7", "3"].entries()) {
        const annotations = { "controller.kubernetes.io/pod-deletion-cost": cost };
        await world.client.patch(Pod, pods[index]!.metadata, { merge: { metadata: { annotations } } });
      }
      await world.pass(500);
      await change(world, { spec: { replicas: 2 } });
      await world.record("the two that cost most are left");
    },
  },
  {
    name: "replica-set-adoption",
    kinds: workloadKinds,
    quietMs,
    async steps(world) {
      await world.client.create(pod(world, "orphan"));
      const stranger = pod(world, "stranger");
      // Of pods alike, chance decides which one goes: this one stays.
      const annotations = { "controller.kubernetes.io/pod-deletion-cost": "100" };
      const metadata = { ...stranger.metadata, labels: { app: "other" }, annotations };
      await world.client.create({ ...stranger, metadata });
      await world.client.create(replicaSet(world, { replicas: 2 }));
      await world.record("the orphan is adopted");
      await world.client.patch(Pod, `${world.namespace}/orphan`, { merge: { metadata: { labels: { app: "other" } } } });
      await world.record("and released");
      await world.client.patch(Pod, `${world.namespace}/stranger`, { merge: { metadata: { labels: { app: "web" } } } });
      await world.record("another one is one too many");
    },
  },
  {
    name: "replica-set-min-ready",
    kinds: workloadKinds,
    quietMs,
    async steps(world) {
      await world.client.create(replicaSet(world, { replicas: 2, minReadySeconds: 30 }));
      await untilPods(world, 2);
      await makeReady(world);
      await world.record("ready, not available");
      await world.pass(30_000);
      await world.record("available");
    },
  },
  {
    name: "replica-set-terminating",
    kinds: workloadKinds,
    quietMs,
    async steps(world) {
      await world.client.create(
        replicaSet(world, { replicas: 2, template: template("web:1", { nodeName: "nowhere" }) }),
      );
      const [first, second] = await untilPods(world, 2);
      await makeReady(world);
      await world.client.delete(first!);
      await world.record("one is ending, and replaced");
      await world.client.delete(Pod, first!.metadata, { gracePeriodSeconds: 0 });
      await world.record("it is gone");
      await world.client.status.patch(Pod, second!.metadata, { merge: { status: { phase: "Failed" } } });
      await world.record("a failed one is replaced");
    },
    normalise: withoutDeletion,
  },
  {
    name: "replica-set-partial-labels",
    kinds: workloadKinds,
    quietMs,
    async steps(world) {
      const both = { app: "web", tier: "front" };
      const { spec } = template("web:1");
      await world.client.create(pod(world, "orphan"));
      await world.client.create(
        replicaSet(world, {
          replicas: 2,
          template: { metadata: { labels: both, annotations: { a: "b" } }, spec: spec! },
        }),
      );
      await world.record("the orphan lacks a label of the template");
    },
  },
];

/** These need the admission of service accounts. */
export const failureScenarios: readonly Scenario[] = [
  {
    name: "replica-set-failed-create",
    kinds: workloadKinds,
    quietMs,
    async steps(world) {
      const { client, namespace } = world;
      await client.create(ServiceAccount.of({ metadata: { name: "here", namespace } }));
      const withAccount = (serviceAccountName: string) => template("web:1", { serviceAccountName });
      await client.create(replicaSet(world, { replicas: 1, template: withAccount("here") }));
      await untilPods(world, 1);
      await change(world, { spec: { replicas: 4, template: withAccount("missing") } });
      await world.record("no account, no pod");
      await client.create(ServiceAccount.of({ metadata: { name: "missing", namespace } }));
      await untilPods(world, 4);
      await world.record("there is one now");
    },
    normalise: withoutVolumes,
  },
];

/** When a deletion was asked for is clear; names of volumes are made up. */
function withoutDeletion<T extends { metadata: object }>(object: T): T {
  const { deletionTimestamp: _, ...metadata } = object.metadata as { deletionTimestamp?: string };
  return { ...object, metadata };
}

export function withoutVolumes<T extends object>(object: T): T {
  const { spec } = object as { spec?: { volumes?: unknown; containers?: readonly object[] } };
  if (spec?.volumes === undefined) return object;
  const { volumes: _, containers = [], ...rest } = spec;
  return { ...object, spec: { ...rest, containers: containers.map((one) => ({ ...one, volumeMounts: undefined })) } };
}
