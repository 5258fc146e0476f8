import { Node, type NodeSpec, Pod, type PodSpec } from "@kubewright/api/core/v1";
import type { World } from "../scenario.ts";

/** Makes a node that is ready for pods. Its name is unique to the run. */
export async function addNode(
  world: World,
  name: string,
  {
    spec,
    labels,
    allocatable,
  }: { spec?: NodeSpec; labels?: Record<string, string>; allocatable?: Record<string, string> } = {},
): Promise<string> {
  const full = world.unique(name);
  await world.client.create(
    Node.of({
      metadata: { name: full, labels: { "kubernetes.io/hostname": full, ...labels } },
      spec: { ...spec },
      status: { capacity: sizes(allocatable), allocatable: sizes(allocatable) },
    }),
  );
  // Admission has given it a taint that only the node lifecycle controller takes away.
  await world.client.patch(Node, full, { merge: { spec: { taints: spec?.taints ?? null } } });
  return full;
}

function sizes(more: Record<string, string> = {}): Record<string, string> {
  return { cpu: "4", memory: "8Gi", pods: "20", ...more };
}

export function pod(world: World, name: string, spec: Partial<PodSpec> = {}, labels: Record<string, string> = {}): Pod {
  return Pod.of({
    metadata: { name, namespace: world.namespace, labels },
    spec: { containers: [{ name: "main", image: "main:1" }], ...spec },
  });
}

/** A container that asks for something. */
export function asking(requests: Record<string, string>): Partial<PodSpec> {
  return { containers: [{ name: "main", image: "main:1", resources: { requests, limits: limitsOf(requests) } }] };
}

/** Of extended resources there is no asking without a limit. */
function limitsOf(requests: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(requests).filter(([name]) => name.includes("/")));
}

/** Makes a pod, and waits until it has a node or is told that there is none. */
export async function submit(world: World, wanted: Pod): Promise<void> {
  await world.client.create(wanted);
  await decided(world, wanted.metadata.name);
}

export async function decided(world: World, name: string): Promise<void> {
  await world.eventually(async () => {
    const { status } = await world.client.get(Pod, { namespace: world.namespace, name });
    return status?.conditions?.some(({ type, reason }) => type === "PodScheduled" && reason !== "SchedulingGated");
  });
}

/** Waits until a pod is on a node. */
export async function placed(world: World, name: string): Promise<void> {
  await world.eventually(async () => {
    const { spec } = await world.client.get(Pod, { namespace: world.namespace, name });
    return (spec.nodeName ?? "") !== "";
  });
}

/** Takes a pod away at once. */
export async function remove(world: World, name: string): Promise<void> {
  await world.client.delete(Pod, { namespace: world.namespace, name }, { gracePeriodSeconds: 0 });
}
