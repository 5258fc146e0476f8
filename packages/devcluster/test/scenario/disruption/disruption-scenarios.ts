import { isTooManyRequests, type KubeObject, statusErrorOf } from "@kubewright/api";
import { DaemonSet, Deployment, StatefulSet } from "@kubewright/api/apps/v1";
import { Pod, ReplicationController } from "@kubewright/api/core/v1";
import { PodDisruptionBudget, type PodDisruptionBudgetSpec } from "@kubewright/api/policy/v1";
import type { Scenario, World } from "../scenario.ts";
import { deployment, makeReady, pod, podsOf, quietMs, template, untilPods } from "../workload/workload-steps.ts";

const selector = { matchLabels: { app: "web" } };
/** Pods are there for the names in events; what becomes of them is another's. */
const shared = {
  kinds: [PodDisruptionBudget, Pod],
  ignore: ({ kind }: KubeObject): boolean => kind === "Pod",
  quietMs,
};

async function protect(world: World, spec: PodDisruptionBudgetSpec): Promise<void> {
  const metadata = { name: "web", namespace: world.namespace };
  await world.client.create(PodDisruptionBudget.of({ metadata, spec: { selector, ...spec } }));
}

async function changeBudget(world: World, spec: object): Promise<void> {
  await world.client.patch(PodDisruptionBudget, `${world.namespace}/web`, { merge: { spec } });
}

/** What the server says of an eviction. */
async function evict(world: World, { metadata }: Pod): Promise<unknown> {
  const { namespace, name } = metadata;
  const body = { apiVersion: "policy/v1", kind: "Eviction", metadata: { namespace: namespace!, name } };
  try {
    return await world.client.subresource("eviction").create(Pod, metadata, body);
  } catch (error) {
    if (!isTooManyRequests(error)) throw error;
    return statusErrorOf(error)?.status;
  }
}

/** A pod that says it belongs to `owner`. */
async function memberOf(world: World, owner: KubeObject, name: string): Promise<void> {
  const { apiVersion, kind, metadata } = owner;
  const reference = { apiVersion, kind, name: metadata.name, uid: metadata.uid!, controller: true };
  const member = pod(world, name);
  await world.client.create({ ...member, metadata: { ...member.metadata, ownerReferences: [reference] } });
}

export const disruptionScenarios: readonly Scenario[] = [
  {
    name: "disruption-eviction",
    ...shared,
    async steps(world) {
      await protect(world, { maxUnavailable: 1 });
      await world.record("no pods");
      await world.client.create(deployment(world));
      await untilPods(world, 3);
      await world.record("none ready");
      await makeReady(world);
      await world.record("all ready");
      const [first, second] = await podsOf(world);
      world.note("an eviction", await evict(world, first!));
      await world.record("one evicted");
      world.note("another eviction", await evict(world, second!));
      await makeReady(world);
      await world.record("replaced");
      world.note("an eviction again", await evict(world, second!));
      await untilPods(world, 3);
      await makeReady(world);
      await world.client.patch(Deployment, `${world.namespace}/web`, { merge: { spec: { replicas: 5 } } });
      await untilPods(world, 5);
      await world.record("scaled up");
      await world.client.patch(Deployment, `${world.namespace}/web`, { merge: { spec: { replicas: 0 } } });
      await world.record("scaled to nothing");
    },
  },
  {
    name: "disruption-amounts",
    ...shared,
    async steps(world) {
      await world.client.create(deployment(world, { replicas: 5 }));
      await untilPods(world, 5);
      await makeReady(world, { count: 4 });
      await protect(world, { minAvailable: 2 });
      await world.record("at least two");
      await changeBudget(world, { minAvailable: "50%" });
      await world.record("at least half of them");
      await changeBudget(world, { minAvailable: null, maxUnavailable: "50%" });
      await world.record("at most half of them away");
      await changeBudget(world, { maxUnavailable: "100%" });
      await world.record("all may be away");
      await changeBudget(world, { maxUnavailable: 0 });
      await world.record("none may be away");
    },
  },
  {
    name: "disruption-scales",
    ...shared,
    async steps(world) {
      const { client, namespace } = world;
      const metadata = { name: "web", namespace };
      const set = await client.create(
        StatefulSet.of({
          metadata,
          spec: { replicas: 4, serviceName: "web", selector, template: template("web:1") },
        }),
      );
      await memberOf(world, set, "of-a-stateful-set");
      await world.pass(1_000);
      await protect(world, { maxUnavailable: 1 });
      await world.record("of a StatefulSet");
      const controller = await client.create(
        ReplicationController.of({
          metadata,
          spec: { replicas: 2, selector: selector.matchLabels, template: template("web:1") },
        }),
      );
      await memberOf(world, controller, "of-a-replication-controller");
      await world.record("and of a ReplicationController");
      await client.create(pod(world, "of-nothing"));
      await world.record("and of nothing");
      const daemons = await client.create(DaemonSet.of({ metadata, spec: { selector, template: template("web:1") } }));
      await memberOf(world, daemons, "of-a-daemon-set");
      await world.record("and of what has no scale");
      await client.delete(Pod, { namespace, name: "of-a-daemon-set" });
      await world.record("without it");
    },
  },
  {
    name: "disruption-lost-controller",
    ...shared,
    async steps(world) {
      const uid = "11111111-1111-4111-8111-111111111111";
      const metadata = { name: "lost", namespace: world.namespace, uid };
      await memberOf(world, { apiVersion: "apps/v1", kind: "ReplicaSet", metadata }, "lost");
      await world.pass(1_000);
      await protect(world, { maxUnavailable: 1 });
      await world.record("of one that is not there");
      await memberOf(world, { apiVersion: "example.com/v1", kind: "Herd", metadata }, "unknown");
      await world.client.delete(Pod, { namespace: world.namespace, name: "lost" });
      await world.record("of a kind that is not served");
    },
  },
];
