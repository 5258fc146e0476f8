import type { ApiObject } from "../../resource-object.ts";

/** What a pod's condition is to be. */
export interface PodConditionInput {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

interface PodCondition extends PodConditionInput {
  readonly lastProbeTime: string | null;
  readonly lastTransitionTime: string | null;
}

/** Sets a condition of a pod, in place. `now` is when it changed, if its status does. */
export function setPodCondition(pod: ApiObject, input: PodConditionInput, now: string): void {
  const status = (pod.status ?? {}) as { conditions?: PodCondition[] };
  pod.status = status;
  const conditions = status.conditions ?? [];
  status.conditions = conditions;
  const index = conditions.findIndex(({ type }) => type === input.type);
  const old = conditions[index];
  const lastTransitionTime = old?.status === input.status ? old.lastTransitionTime : now;
  const { type, status: value, ...words } = input;
  const condition = { type, status: value, lastProbeTime: null, lastTransitionTime, ...words };
  if (index === -1) conditions.push(condition);
  else conditions[index] = condition;
}
