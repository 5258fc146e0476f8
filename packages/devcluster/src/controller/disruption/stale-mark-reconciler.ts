import { type Clock, formatTime, parseTime } from "@kubewright/api";
import { Pod, type PodCondition } from "@kubewright/api/core/v1";
import { type ReconcileContext, type Reconciler, Result } from "@kubewright/runtime";
import { hasPodEnded } from "../pod-control/pod-state.ts";

const conditionType = "DisruptionTarget";
/** How long a pod may be marked without anyone deleting it. */
const staleAfterMs = 2 * 60_000;

/** Whether a pod says that it is about to be disrupted while nobody deletes it. What a kubelet says of its pods stays true. */
export function hasDisruptionMark(pod: Pod): boolean {
  return markOf(pod) !== undefined;
}

/** Takes the mark back from pods that were to be disrupted, and never were. */
export class StaleMarkReconciler implements Reconciler {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async reconcile({ key, client, signal }: ReconcileContext): Promise<Result> {
    const pod = await client.find(Pod, key, { signal });
    const mark = pod && markOf(pod);
    if (pod === undefined || mark === undefined) return Result.done();
    const now = this.#clock.now();
    const since = mark.lastTransitionTime ? parseTime(mark.lastTransitionTime) : 0;
    const waitMs = since + staleAfterMs - now;
    if (waitMs > 0) return Result.requeueAfter(waitMs);
    const { generation } = pod.metadata;
    const taken: PodCondition = {
      type: conditionType,
      status: "False",
      lastTransitionTime: formatTime(now),
      ...(generation !== undefined && { observedGeneration: generation }),
    };
    const conditions = (pod.status?.conditions ?? []).map((condition) => (condition === mark ? taken : condition));
    await client.status.update({ ...pod, status: { ...pod.status, conditions } }, { signal });
    return Result.done();
  }
}

function markOf(pod: Pod): PodCondition | undefined {
  if (pod.metadata.deletionTimestamp !== undefined || hasPodEnded(pod)) return undefined;
  const condition = pod.status?.conditions?.find(({ type }) => type === conditionType);
  return condition?.status === "True" && condition.reason !== "TerminationByKubelet" ? condition : undefined;
}
