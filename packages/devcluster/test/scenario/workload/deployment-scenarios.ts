import type { KubeObject } from "@kubewright/api";
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod, ServiceAccount } from "@kubewright/api/core/v1";
import type { Scenario, World } from "../scenario.ts";
import { withoutVolumes } from "./replica-set-scenarios.ts";
import {
  change,
  deployment,
  makeReady,
  podsOf,
  quietMs,
  replicaSet,
  rollOut,
  setImage,
  template,
  untilPods,
  workloadKinds,
} from "./workload-steps.ts";

const kinds = workloadKinds;

function rolling(maxSurge: number | string, maxUnavailable: number | string): Deployment["spec"]["strategy"] & object {
  return { type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable } };
}

/**
 * While pods come, the real controller may still tell of the set it made or already of progress, as its writes meet: either means the same.
 */
function steady(object: KubeObject): KubeObject {
  const { status, metadata } = object as Deployment;
  const { deletionTimestamp: _, ...rest } = metadata;
  const conditions = status?.conditions?.map((condition) =>
    ["NewReplicaSetCreated", "ReplicaSetUpdated"].includes(condition.reason ?? "")
      ? { ...condition, reason: "<progress>", message: "<progress>" }
      : condition,
  );
  return {
    ...object,
    metadata: rest,
    ...(conditions !== undefined && { status: { ...status, conditions } }),
  } as KubeObject;
}

/** Of a Deployment that recreates its pods, the real controller may lose the word of its new set in a conflict with itself. */
function withoutProgress(object: KubeObject): KubeObject {
  const { status } = object as Deployment;
  const conditions = status?.conditions?.filter(({ type }) => type !== "Progressing");
  return steady(conditions === undefined ? object : ({ ...object, status: { ...status, conditions } } as KubeObject));
}

/** The template of a revision, as `kubectl rollout undo` takes it. */
async function undoTo(world: World, revision: string): Promise<void> {
  const { items } = await world.client.list(ReplicaSet, { namespace: world.namespace });
  const set = items.find(({ metadata }) => metadata.annotations?.["deployment.kubernetes.io/revision"] === revision)!;
  const { "pod-template-hash": _, ...labels } = set.spec.template!.metadata!.labels!;
  const value = { ...set.spec.template, metadata: { ...set.spec.template!.metadata, labels } };
  await world.client.patch(Deployment, `${world.namespace}/web`, {
    json: [{ op: "replace", path: "/spec/template", value }],
  });
}

export const deploymentScenarios: readonly Scenario[] = [
  {
    name: "deployment-create",
    kinds,
    quietMs,
    normalise: steady,
    async steps(world) {
      await world.client.create(deployment(world));
      await world.record("created");
      await makeReady(world, { count: 1 });
      await world.record("one ready");
      await makeReady(world);
      await world.record("all ready");
      const [first] = await podsOf(world);
      await world.client.delete(first!);
      await world.record("one deleted and replaced");
      await makeReady(world);
      await world.record("all ready again");
    },
  },
  {
    name: "deployment-rolling-update",
    kinds,
    quietMs,
    normalise: steady,
    async steps(world) {
      await world.client.create(deployment(world, { replicas: 4 }));
      await rollOut(world);
      await world.record("rolled out");
      await setImage(world, "web:2");
      await world.record("first step");
      for (const count of [1, 2, 3, 4]) {
        // One at a time: of two, the controllers may make one step or two.
        await makeReady(world, { count: 1 });
        await world.record(`${count} of the new pods ready`);
      }
    },
  },
  {
    name: "deployment-rolling-update-without-surge",
    kinds,
    quietMs,
    normalise: steady,
    async steps(world) {
      await world.client.create(deployment(world, { replicas: 3, strategy: rolling(0, "10%") }));
      await rollOut(world);
      await setImage(world, "web:2");
      await world.record("one old pod less, one new one");
      await makeReady(world);
      await world.record("second step");
      await rollOut(world);
      await world.record("done");
    },
  },
  {
    name: "deployment-rollover",
    kinds,
    quietMs,
    normalise: steady,
    async steps(world) {
      await world.client.create(deployment(world, { replicas: 3, strategy: rolling(1, 0) }));
      await rollOut(world);
      await setImage(world, "web:broken");
      await world.record("a pod that never becomes ready");
      await setImage(world, "web:3");
      await world.record("it is replaced");
      await rollOut(world);
      await world.record("done");
    },
  },
  {
    name: "deployment-recreate",
    kinds,
    quietMs,
    normalise: withoutProgress,
    async steps(world) {
      const spec: Partial<Deployment["spec"]> = { strategy: { type: "Recreate" }, replicas: 2 };
      await world.client.create(deployment(world, { ...spec, template: template("web:1", { nodeName: "nowhere" }) }));
      await untilPods(world, 2);
      await rollOut(world);
      await world.record("rolled out");
      const pods = await podsOf(world);
      await change(world, { spec: { template: template("web:2", { nodeName: "nowhere" }) } });
      await world.record("old pods are ending, no new ones");
      for (const one of pods) await world.client.delete(Pod, one.metadata, { gracePeriodSeconds: 0 });
      await world.record("new pods");
      await rollOut(world);
      await world.record("done");
    },
  },
  {
    name: "deployment-scale",
    kinds,
    quietMs,
    normalise: steady,
    async steps(world) {
      await world.client.create(deployment(world, { replicas: 2 }));
      await rollOut(world);
      await change(world, { spec: { replicas: 4 } });
      await world.record("scaled up");
      await rollOut(world);
      await change(world, { spec: { replicas: 1 } });
      await world.record("scaled down");
      await change(world, { spec: { replicas: 0 } });
      await world.record("scaled to nothing");
      await change(world, { spec: { replicas: 2 } });
      await rollOut(world);
      await world.record("and back");
    },
  },
  {
    name: "deployment-scale-in-rollout",
    kinds,
    quietMs,
    normalise: steady,
    // More than ten of a kind are combined, in either recorder with other words.
    events: false,
    async steps(world) {
      await world.client.create(deployment(world, { replicas: 10, strategy: rolling(3, 2) }));
      await untilPods(world, 10);
      await rollOut(world);
      await setImage(world, "web:broken");
      await untilPods(world, 13);
      await world.record("in the midst of it");
      await change(world, { spec: { replicas: 15 } });
      await world.record("each set gets its share");
      await change(world, { spec: { replicas: 5 } });
      await world.record("and gives it");
      await change(world, { spec: { replicas: 0 } });
      await world.record("all of it");
    },
  },
  {
    name: "deployment-pause",
    kinds,
    quietMs,
    normalise: steady,
    async steps(world) {
      await world.client.create(deployment(world, { replicas: 2 }));
      await rollOut(world);
      await change(world, { spec: { paused: true } });
      await world.record("paused");
      await setImage(world, "web:2");
      await change(world, { spec: { replicas: 3 } });
      await world.record("scaled, not rolled");
      await makeReady(world);
      await change(world, { spec: { paused: false } });
      await world.record("resumed");
      await rollOut(world);
      await world.record("done");
    },
  },
  {
    name: "deployment-paused-from-the-start",
    kinds,
    quietMs,
    normalise: steady,
    async steps(world) {
      await world.client.create(deployment(world, { replicas: 2, paused: true }));
      await world.record("nothing comes of it");
      await change(world, { spec: { paused: false } });
      await rollOut(world);
      await world.record("resumed");
    },
  },
  {
    name: "deployment-undo",
    kinds,
    quietMs,
    normalise: steady,
    async steps(world) {
      await world.client.create(deployment(world, { replicas: 1 }));
      await rollOut(world);
      await change(world, {
        metadata: { annotations: { note: "second", more: "x" } },
        spec: { template: template("web:2") },
      });
      await rollOut(world);
      await setImage(world, "web:3");
      await rollOut(world);
      await world.record("three revisions");
      await undoTo(world, "1");
      await rollOut(world);
      await world.record("back to the first");
      await undoTo(world, "2");
      await rollOut(world);
      await undoTo(world, "4");
      await rollOut(world);
      await world.record("and again");
    },
  },
  {
    name: "deployment-rollback-annotation",
    kinds,
    quietMs,
    normalise: steady,
    async steps(world) {
      const ask = (revision: string): Promise<void> =>
        change(world, { metadata: { annotations: { "deprecated.deployment.rollback.to": revision } } });
      await world.client.create(deployment(world, { replicas: 1 }));
      await rollOut(world);
      await ask("0");
      await world.record("there is nothing to go back to");
      await change(world, { metadata: { annotations: { note: "second" } }, spec: { template: template("web:2") } });
      await rollOut(world);
      await ask("9");
      await world.record("there is no such revision");
      await ask("2");
      await world.record("it is of that revision");
      await ask("0");
      await world.eventually(
        async () =>
          (await world.client.get(Deployment, `${world.namespace}/web`)).spec.template.spec?.containers[0]?.image ===
          "web:1",
      );
      await rollOut(world);
      await world.record("back");
    },
  },
  {
    name: "deployment-progress-deadline",
    kinds,
    quietMs,
    normalise: steady,
    async steps(world) {
      await world.client.create(deployment(world, { replicas: 2, progressDeadlineSeconds: 4 }));
      await world.pass(8000);
      await world.record("too late");
      await makeReady(world);
      await world.record("better late than never");
      await setImage(world, "web:broken");
      await world.pass(8000);
      await world.record("the next one fails, too");
      await change(world, { spec: { paused: true } });
      await world.record("a pause does not hide that");
    },
  },
  {
    name: "deployment-without-deadline",
    kinds,
    quietMs,
    normalise: steady,
    async steps(world) {
      await world.client.create(deployment(world, { replicas: 1, progressDeadlineSeconds: 2147483647 }));
      await rollOut(world);
      await world.record("no word of progress");
    },
  },
  {
    name: "deployment-history-limit",
    kinds,
    quietMs,
    normalise: steady,
    async steps(world) {
      await world.client.create(deployment(world, { replicas: 1, revisionHistoryLimit: 1 }));
      for (const image of ["web:2", "web:3", "web:4"]) {
        await rollOut(world);
        await world.record(`before ${image}`);
        await setImage(world, image);
      }
      await rollOut(world);
      await world.record("one old set is left");
      await change(world, { spec: { revisionHistoryLimit: 0 } });
      await world.record("none is left");
    },
  },
  {
    name: "deployment-adoption",
    kinds,
    quietMs,
    normalise: steady,
    async steps(world) {
      const orphan = replicaSet(world, { replicas: 2 });
      const metadata = { ...orphan.metadata, name: "orphan", labels: { app: "web" } };
      await world.client.create({ ...orphan, metadata });
      await untilPods(world, 2);
      await world.client.create(deployment(world, { replicas: 2, minReadySeconds: 1 }));
      await world.record("the set is adopted, and is the new one");
      await world.client.patch(ReplicaSet, `${world.namespace}/orphan`, {
        merge: { metadata: { labels: { app: "other" } } },
      });
      await world.record("and released: there is another one");
    },
  },
  {
    name: "deployment-min-ready",
    kinds,
    quietMs,
    normalise: steady,
    async steps(world) {
      await world.client.create(deployment(world, { replicas: 1, minReadySeconds: 30 }));
      await untilPods(world, 1);
      await makeReady(world);
      await world.record("ready, not available");
      await world.pass(30_000);
      await world.record("available");
      await change(world, { spec: { minReadySeconds: 0 } });
      await world.record("the set hears of another minimum");
    },
  },
  {
    name: "deployment-foreground-deletion",
    kinds,
    quietMs,
    normalise: steady,
    async steps(world) {
      await world.client.create(deployment(world, { replicas: 2 }));
      await rollOut(world);
      await world.client.delete(Deployment, `${world.namespace}/web`, { propagationPolicy: "Foreground" });
      await change(world, { spec: { replicas: 4, template: template("web:2") } });
      await world.record("nothing is done for one that goes");
    },
  },
];

/** These need the admission of service accounts. */
export const deploymentFailureScenarios: readonly Scenario[] = [
  {
    name: "deployment-failed-create",
    kinds,
    quietMs,
    async steps(world) {
      const { client, namespace } = world;
      await client.create(ServiceAccount.of({ metadata: { name: "here", namespace } }));
      const withAccount = (serviceAccountName: string, image: string) => template(image, { serviceAccountName });
      await client.create(deployment(world, { replicas: 2, template: withAccount("here", "web:1") }));
      await rollOut(world);
      await change(world, { spec: { template: withAccount("missing", "web:1") } });
      await world.pass(3000);
      await client.create(ServiceAccount.of({ metadata: { name: "missing", namespace } }));
      await rollOut(world);
      await world.record("it went on when there was an account");
    },
    normalise: (object) => withoutVolumes(steady(object)),
  },
];
