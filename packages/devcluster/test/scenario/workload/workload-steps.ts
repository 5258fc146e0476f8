import { formatTime } from "@kubewright/api";
import { Deployment, type DeploymentSpec, ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod, type PodTemplateSpec } from "@kubewright/api/core/v1";
import type { World } from "../scenario.ts";

export const workloadKinds = [Deployment, ReplicaSet, Pod];

/** The real controllers tell events and counts late when the machine is busy. */
export const quietMs = 4000;

const labels = { app: "web" };

/** A pod template; without a node its pods go at once when they are deleted. */
export function template(
  image: string,
  more: { nodeName?: string; serviceAccountName?: string } = {},
): PodTemplateSpec {
  return { metadata: { labels }, spec: { containers: [{ name: "web", image }], ...more } };
}

export function replicaSet(world: World, spec: Partial<ReplicaSet["spec"]> = {}): ReplicaSet {
  return ReplicaSet.of({
    metadata: { name: "web", namespace: world.namespace },
    spec: { replicas: 3, selector: { matchLabels: labels }, template: template("web:1"), ...spec },
  });
}

export function deployment(world: World, spec: Partial<DeploymentSpec> = {}): Deployment {
  return Deployment.of({
    metadata: { name: "web", namespace: world.namespace, annotations: { note: "first" } },
    spec: { replicas: 3, selector: { matchLabels: labels }, template: template("web:1"), ...spec },
  });
}

export function pod(world: World, name: string): Pod {
  return Pod.of({
    metadata: { name, namespace: world.namespace, labels },
    spec: { containers: [{ name: "web", image: "web:1" }] },
  });
}

/** The pods that nobody is deleting. */
export async function podsOf(world: World): Promise<Pod[]> {
  const { items } = await world.client.list(Pod, { namespace: world.namespace });
  return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

/** Waits until there are so many pods that nobody is deleting. */
export async function untilPods(world: World, count: number): Promise<Pod[]> {
  return await world.eventually(async () => {
    const pods = await podsOf(world);
    return pods.length === count && pods;
  });
}

/** Has up to so many pods become ready, as a kubelet would; those first that are chosen. */
export async function makeReady(
  world: World,
  { count = 1000, image }: { count?: number; image?: string } = {},
): Promise<void> {
  const isMeant = (one: Pod): boolean =>
    one.status?.phase !== "Running" && (image === undefined || one.spec.containers[0]?.image === image);
  const pods = (await podsOf(world)).filter(isMeant).slice(0, count);
  for (const { metadata } of pods) {
    const now = formatTime(Date.parse(metadata.creationTimestamp!) + 1000);
    const conditions = [{ type: "Ready", status: "True", lastTransitionTime: now }];
    await world.client.status.patch(Pod, metadata, { merge: { status: { phase: "Running", conditions } } });
  }
}

/** Has all pods become ready, and those that come of it, until the deployment has done with it. */
export async function rollOut(world: World): Promise<void> {
  await world.eventually(async () => {
    await makeReady(world);
    const { metadata, spec, status } = await world.client.get(Deployment, `${world.namespace}/web`);
    return (
      status?.observedGeneration === metadata.generation &&
      (status?.updatedReplicas ?? 0) === spec.replicas &&
      (status?.replicas ?? 0) === spec.replicas &&
      (status?.availableReplicas ?? 0) === spec.replicas
    );
  });
}

/** Changes the deployment. */
export async function change(world: World, merge: object): Promise<void> {
  await world.client.patch(Deployment, `${world.namespace}/web`, { merge });
}

/** Changes the image, as `kubectl set image` does. */
export async function setImage(world: World, image: string): Promise<void> {
  await change(world, { spec: { template: template(image) } });
}
