import { formatTime, jsonEqual } from "@kubewright/api";
import type { ReplicaSet, ReplicaSetCondition, ReplicaSetStatus } from "@kubewright/api/apps/v1";
import type { Pod } from "@kubewright/api/core/v1";
import { errorText } from "../pod-control/error-text.ts";
import { isPodAvailable, isPodReady } from "../pod-control/pod-state.ts";

/** What a replica set's status is told from. */
export interface ObservedPods {
  readonly active: readonly Pod[];
  readonly terminating: readonly Pod[];
  /** Why pods could not be made or deleted. */
  readonly failure?: { readonly error: unknown } | undefined;
  readonly nowMs: number;
}

/** The status that the set should have. */
export function statusOf(set: ReplicaSet, { active, terminating, failure, nowMs }: ObservedPods): ReplicaSetStatus {
  const { minReadySeconds = 0, template } = set.spec;
  const labels = Object.entries(template?.metadata?.labels ?? {});
  const isFullyLabeled = ({ metadata }: Pod): boolean =>
    labels.every(([key, value]) => metadata.labels?.[key] === value);
  const fullyLabeledReplicas = active.filter(isFullyLabeled).length;
  const readyReplicas = active.filter(isPodReady).length;
  const availableReplicas = active.filter((pod) => isPodAvailable(pod, minReadySeconds, nowMs)).length;
  const conditions = conditionsOf(set, active.length, failure, nowMs);
  const { generation } = set.metadata;
  return {
    ...(conditions.length > 0 && { conditions }),
    replicas: active.length,
    // As the server writes it: what is zero is left out.
    ...(fullyLabeledReplicas > 0 && { fullyLabeledReplicas }),
    ...(readyReplicas > 0 && { readyReplicas }),
    ...(availableReplicas > 0 && { availableReplicas }),
    terminatingReplicas: terminating.length,
    ...(generation !== undefined && { observedGeneration: generation }),
  };
}

/** Whether there is nothing to write. */
export function isSameStatus(a: ReplicaSetStatus | undefined, b: ReplicaSetStatus): boolean {
  return jsonEqual(a, b);
}

/** A failure is told once, as it was first met, until there is none any more. */
function conditionsOf(
  { spec, status }: ReplicaSet,
  count: number,
  failure: ObservedPods["failure"],
  nowMs: number,
): ReplicaSetCondition[] {
  const conditions = status?.conditions ?? [];
  const others = conditions.filter(({ type }) => type !== "ReplicaFailure");
  if (failure === undefined) return others;
  if (others.length < conditions.length) return conditions;
  const told: ReplicaSetCondition = {
    type: "ReplicaFailure",
    status: "True",
    lastTransitionTime: formatTime(nowMs),
    reason: count < (spec.replicas ?? 1) ? "FailedCreate" : "FailedDelete",
    message: errorText(failure.error),
  };
  return [...others, told];
}
