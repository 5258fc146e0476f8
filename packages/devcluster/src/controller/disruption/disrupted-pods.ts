import { parseTime } from "@kubewright/api";
import type { Pod } from "@kubewright/api/core/v1";
import type { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { isPodReady } from "../pod-control/pod-state.ts";

/** How long after its eviction a pod must be seen to go. */
const deletionTimeoutMs = 2 * 60_000;

/** The pods of a budget that were evicted, and are not yet seen to go. */
export interface DisruptedPods {
  /** When they were evicted, by name. */
  readonly disrupted: Readonly<Record<string, string>>;
  /** Those that had long enough, and will stay. */
  readonly late: readonly Pod[];
  /** In how many milliseconds the next one is late. Undefined when none is waited for. */
  readonly recheckMs: number | undefined;
}

/** Of the pods that the server noted as evicted, those that are still waited for, and those that are not any more. */
export function disruptedPodsOf({ status }: PodDisruptionBudget, pods: readonly Pod[], nowMs: number): DisruptedPods {
  const disrupted: Record<string, string> = {};
  const late: Pod[] = [];
  let recheckMs: number | undefined;
  for (const pod of pods) {
    const { name, deletionTimestamp } = pod.metadata;
    const evicted = status?.disruptedPods?.[name];
    if (evicted === undefined || deletionTimestamp !== undefined) continue;
    const waitMs = parseTime(evicted) + deletionTimeoutMs - nowMs;
    if (waitMs < 0) {
      late.push(pod);
      continue;
    }
    disrupted[name] = evicted;
    recheckMs = Math.min(recheckMs ?? Number.POSITIVE_INFINITY, waitMs + 1);
  }
  return { disrupted, late, recheckMs };
}

/** How many pods are ready and not about to go. */
export function healthyPods(pods: readonly Pod[], disrupted: DisruptedPods["disrupted"], nowMs: number): number {
  const isGoing = ({ metadata }: Pod): boolean => {
    if (metadata.deletionTimestamp !== undefined) return true;
    const evicted = disrupted[metadata.name];
    return evicted !== undefined && parseTime(evicted) + deletionTimeoutMs > nowMs;
  };
  return pods.filter((pod) => !isGoing(pod) && isPodReady(pod)).length;
}
