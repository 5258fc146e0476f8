import { type Clock, controllerOf, hasCause, isBeingDeleted, isConflict, isNotFound, Selector } from "@kubewright/api";
import { ReplicaSet, type ReplicaSetStatus } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { type Lister, type ReconcileContext, type Reconciler, Result } from "@kubewright/runtime";
import { nextTurn } from "../../host.ts";
import { claimObjects } from "../pod-control/claim-objects.ts";
import { controllerIndex, listClaimable } from "../pod-control/controller-index.ts";
import { errorText } from "../pod-control/error-text.ts";
import { podFromTemplate } from "../pod-control/pod-from-template.ts";
import { isPodActive, isPodTerminating, nextPodAvailableMs } from "../pod-control/pod-state.ts";
import { deletionOrder } from "./deletion-order.ts";
import { isSameStatus, statusOf } from "./replica-set-status.ts";
import { slowStart } from "./slow-start.ts";

/** Pods that one reconcile makes or deletes at most. */
const burstReplicas = 500;
/** Turns for which a reconcile waits while pods change. */
const maxTurns = 4;

export interface ReplicaSetReconcilerOptions {
  readonly clock: Clock;
  /** Where it looks for pods that share nodes. */
  readonly pods: Pick<Lister<Pod>, "list">;
  /** The last that is known of any pod. */
  readonly podsVersion: () => string | undefined;
  readonly replicaSets: Pick<Lister<ReplicaSet>, "byIndex">;
}

/**
 * Keeps as many pods as a replica set wants.
 *
 * What it has made or deleted it sees at once, however far the watch is behind: its client reads its own writes. So it never makes a pod
 * twice for want of news.
 */
export class ReplicaSetReconciler implements Reconciler {
  readonly #clock: Clock;
  readonly #pods: ReplicaSetReconcilerOptions["pods"];
  readonly #podsVersion: ReplicaSetReconcilerOptions["podsVersion"];
  readonly #replicaSets: ReplicaSetReconcilerOptions["replicaSets"];

  constructor({ clock, pods, podsVersion, replicaSets }: ReplicaSetReconcilerOptions) {
    this.#clock = clock;
    this.#pods = pods;
    this.#podsVersion = podsVersion;
    this.#replicaSets = replicaSets;
  }

  async reconcile(context: ReconcileContext): Promise<Result> {
    const { client, key, signal } = context;
    await this.#whenQuiet();
    const set = await client.find(ReplicaSet, key, { signal });
    if (set === undefined) return Result.done();
    const selector = Selector.of(set.spec.selector);
    const candidates = await listClaimable(client, Pod, set, { signal });
    const active = await claimObjects({
      client: client.live,
      ownerKind: ReplicaSet,
      owner: set,
      kind: Pod,
      selector,
      candidates: candidates.filter(isPodActive),
      signal,
    });
    if (active === undefined) return Result.done();
    const terminating = candidates.filter(
      (pod) =>
        isPodTerminating(pod) &&
        controllerOf(pod)?.uid === set.metadata.uid &&
        selector.matches(pod.metadata.labels ?? {}),
    );
    const failure = isBeingDeleted(set) ? undefined : await this.#manage(set, active, context);
    const nowMs = this.#clock.now();
    const status = statusOf(set, { active, terminating, failure, nowMs });
    await this.#writeStatus(set, status, context);
    if (failure !== undefined) throw new Error(errorText(failure.error), { cause: failure.error });
    if (status.readyReplicas === status.availableReplicas) return Result.done();
    const minReadySeconds = set.spec.minReadySeconds ?? 0;
    return Result.requeueAfter(nextPodAvailableMs(active, minReadySeconds, nowMs) ?? minReadySeconds * 1000);
  }

  /** Resolves when pods do not change any more, or go on for a few turns: who counts hundreds of them counts in larger steps. */
  async #whenQuiet(): Promise<void> {
    for (let turn = 0; turn < maxTurns; turn++) {
      const before = this.#podsVersion();
      await nextTurn();
      if (this.#podsVersion() === before) return;
    }
  }

  /** Makes or deletes what there is too little or too much of. */
  async #manage(
    set: ReplicaSet,
    active: readonly Pod[],
    context: ReconcileContext,
  ): Promise<{ readonly error: unknown } | undefined> {
    const missing = (set.spec.replicas ?? 1) - active.length;
    if (missing > 0) {
      const count = Math.min(missing, burstReplicas);
      const { failure } = await slowStart(count, () => createPod(set, context));
      return failure;
    }
    if (missing === 0) return undefined;
    const count = Math.min(-missing, burstReplicas);
    const outcomes = await Promise.allSettled(
      this.#dispensable(set, active, count).map((pod) => deletePod(set, pod, context)),
    );
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    return failed && { error: failed.reason };
  }

  #dispensable(set: ReplicaSet, active: readonly Pod[], count: number): readonly Pod[] {
    if (count >= active.length) return active;
    return deletionOrder(active, { related: this.#relatedPods(set), nowMs: this.#clock.now() }).slice(0, count);
  }

  /** The pods of all sets of the same owner. */
  #relatedPods(set: ReplicaSet): Pod[] {
    const { uid } = controllerOf(set) ?? {};
    if (uid === undefined) return [];
    const found = new Map<string, Pod>();
    for (const { metadata, spec } of this.#replicaSets.byIndex(controllerIndex, uid)) {
      const pods = this.#pods.list({ namespace: metadata.namespace, labelSelector: spec.selector });
      for (const pod of pods) found.set(pod.metadata.name, pod);
    }
    return [...found.values()];
  }

  async #writeStatus(set: ReplicaSet, status: ReplicaSetStatus, context: ReconcileContext): Promise<void> {
    const { client, key, signal } = context;
    if (isSameStatus(set.status, status)) return;
    try {
      await client.live.status.update({ ...set, status }, { signal });
    } catch (error) {
      if (!isConflict(error)) throw error;
      const fresh = await client.live.find(ReplicaSet, key, { signal });
      if (fresh === undefined || fresh.metadata.uid !== set.metadata.uid) return;
      await client.live.status.update({ ...fresh, status }, { signal });
    }
  }
}

async function createPod(set: ReplicaSet, { client, events, signal }: ReconcileContext): Promise<void> {
  try {
    const pod = await client.create(podFromTemplate(set.spec.template, set), { signal });
    events.normal(set, { reason: "SuccessfulCreate", note: `Created pod: ${pod.metadata.name}` });
  } catch (error) {
    // No pod will ever come of it, and nobody needs to hear of it.
    if (hasCause(error, "NamespaceTerminating")) return;
    events.warning(set, { reason: "FailedCreate", note: `Error creating: ${errorText(error)}` });
    throw error;
  }
}

async function deletePod(set: ReplicaSet, pod: Pod, { client, events, signal }: ReconcileContext): Promise<void> {
  const { namespace, name } = pod.metadata;
  try {
    await client.delete(Pod, { namespace, name }, { signal });
    events.normal(set, { reason: "SuccessfulDelete", note: `Deleted pod: ${name}` });
  } catch (error) {
    if (isNotFound(error)) return;
    events.warning(set, { reason: "FailedDelete", note: `Error deleting: ${errorText(error)}` });
    throw new Error(`unable to delete pods: ${errorText(error)}`, { cause: error });
  }
}
