import { type ContainerStatus, Pod } from "@kubewright/api/core/v1";
import type { WorldCheck as Check, OneNodeWorld } from "../one-node-scenario.ts";

/** All pods are such. */
export function pods(is: (pod: Pod) => boolean): Check {
  return (objects) => {
    const found = objects.filter(({ kind }) => kind === "Pod") as Pod[];
    return found.length > 0 && found.every(is);
  };
}

/** There is nothing any more. */
export const isGone: Check = (objects) => objects.length === 0;

export const isReady: Check = pods(({ status }) =>
  (status?.conditions ?? []).some(({ type, status: value }) => type === "Ready" && value === "True"),
);

/** All pods have come to this phase. */
export function isInPhase(phase: string): Check {
  return pods(({ status }) => status?.phase === phase);
}

/** The first container is such. */
export function container(is: (status: ContainerStatus) => boolean): Check {
  return pods(({ status }) => {
    const [first] = status?.containerStatuses ?? [];
    return first !== undefined && is(first);
  });
}

export function isWaiting(reason: string, restarts = 0): Check {
  return container(({ state, restartCount }) => state?.waiting?.reason === reason && restartCount === restarts);
}

/** The first container runs after so many restarts. */
export function isRestarted(times: number): Check {
  return container(({ state, restartCount }) => state?.running !== undefined && restartCount === times);
}

/** An event has told of it. */
export function isTold(reason: string): Check {
  return (_, events) => events.some((event) => event.reason === reason);
}

/** Deletes a pod. */
export async function remove(world: OneNodeWorld, name: string, gracePeriodSeconds?: number): Promise<void> {
  const key = { name, namespace: world.namespace };
  await world.client.delete(Pod, key, gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds });
}
