import { type Clock, isBeingDeleted, Selector } from "@kubewright/api";
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { type ReconcileContext, type Reconciler, Result } from "@kubewright/runtime";
import { claimObjects } from "../pod-control/claim-objects.ts";
import { listClaimable, listControlled } from "../pod-control/controller-index.ts";
import { hasPodEnded } from "../pod-control/pod-state.ts";
import { DeploymentRollout } from "./deployment-rollout.ts";
import { deadlineMs, isComplete, rolloutStatusOf, statusOf } from "./deployment-status.ts";
import { rollBack, rollbackRevisionOf } from "./rollback.ts";
import { annotatedCount, desiredReplicasAnnotation } from "./set/revision.ts";
import { allSets, isActive, type SetGroup, sizeOf, sumOf } from "./set/set-group.ts";
import { proportionalSizes } from "./size/proportional-sizes.ts";
import { newSetSize, oldSetSizes } from "./size/rolling-step.ts";
import { rolloutLimits } from "./size/rollout-limits.ts";

/** Brings a deployment's replica sets step by step to what it wants. */
export class DeploymentReconciler implements Reconciler {
  readonly #clock: Clock;

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock;
  }

  async reconcile(context: ReconcileContext): Promise<Result> {
    const { client, key, signal } = context;
    const deployment = await client.find(Deployment, key, { signal });
    if (deployment === undefined) return Result.done();
    const sets = await claimObjects({
      client: client.live,
      ownerKind: Deployment,
      owner: deployment,
      kind: ReplicaSet,
      selector: Selector.of(deployment.spec.selector),
      candidates: await listClaimable(client, ReplicaSet, deployment, { signal }),
      signal,
    });
    if (sets === undefined) return Result.done();
    const rollout = new DeploymentRollout({ deployment, sets, context, clock: this.#clock });
    return isBeingDeleted(deployment) ? await tellStatus(rollout) : await proceed(rollout, context);
  }
}

async function proceed(rollout: DeploymentRollout, context: ReconcileContext): Promise<Result> {
  await rollout.noticePause();
  const { spec } = rollout.deployment;
  const isRollback = rollbackRevisionOf(rollout.deployment) !== undefined;
  if (isRollback && spec.paused !== true) {
    await rollBack(rollout, context.events);
    return Result.done();
  }
  await rollout.syncRevision();
  if (spec.paused === true || isScaling(rollout)) {
    await scale(rollout);
    if (spec.paused === true && !isRollback) await rollout.cleanUp();
    return await tellStatus(rollout);
  }
  if (spec.strategy?.type === "Recreate") await recreate(rollout, context);
  else await roll(rollout);
  const { deployment, group, nowMs } = rollout;
  await rollout.writeStatus(rolloutStatusOf(deployment, group, nowMs));
  const waitMs = deadlineMs(rollout.deployment, nowMs);
  return waitMs === undefined ? Result.done() : Result.requeueAfter(waitMs);
}

async function tellStatus(rollout: DeploymentRollout): Promise<Result> {
  await rollout.writeStatus(statusOf(rollout.deployment, rollout.group, rollout.nowMs));
  return Result.done();
}

/** Whether the deployment wants another number of pods than its sets were scaled for. */
function isScaling({ deployment, group }: DeploymentRollout): boolean {
  const { replicas } = rolloutLimits(deployment);
  return allSets(group)
    .filter(isActive)
    .some((set) => (annotatedCount(set, desiredReplicasAnnotation) ?? replicas) !== replicas);
}

/** Changes how many pods there are, and not of what kind. */
async function scale(rollout: DeploymentRollout): Promise<void> {
  const { deployment, group } = rollout;
  const { replicas, isRolling } = rolloutLimits(deployment);
  const active = allSets(group).filter(isActive);
  const only = active.length === 0 ? (group.newSet ?? group.oldSets.at(-1)) : active[0];
  if (active.length <= 1) {
    if (only !== undefined) await rollout.scale(only, replicas);
  } else if (isSaturated(deployment, group)) {
    for (const set of group.oldSets.filter(isActive)) await rollout.scale(set, 0);
  } else if (isRolling) {
    for (const size of proportionalSizes(deployment, active)) {
      await rollout.scale(size.set, size.replicas, { force: true });
    }
  }
}

/** Whether the new set has all the pods that are wanted, available. */
function isSaturated(deployment: Deployment, { newSet }: SetGroup): boolean {
  const { replicas } = rolloutLimits(deployment);
  return (
    newSet !== undefined &&
    sizeOf(newSet) === replicas &&
    annotatedCount(newSet, desiredReplicasAnnotation) === replicas &&
    (newSet.status?.availableReplicas ?? 0) === replicas
  );
}

/** One step from the old sets to the new one: up as far as the surge allows, else down as far as the availability does. */
async function roll(rollout: DeploymentRollout): Promise<void> {
  const newSet = await rollout.ensureNewSet();
  if (newSet === undefined) return;
  const { deployment, group } = rollout;
  if (await rollout.scale(newSet, newSetSize(deployment, group, sizeOf(newSet)))) return;
  const sizes = group.oldSets.some(isActive) ? oldSetSizes(deployment, group) : [];
  for (const { set, replicas } of sizes) await rollout.scale(set, replicas);
  if (sizes.length === 0 && isComplete(deployment, deployment.status)) await rollout.cleanUp();
}

/** The new set comes when the last pod of the old ones is gone. */
async function recreate(rollout: DeploymentRollout, context: ReconcileContext): Promise<void> {
  const active = rollout.group.oldSets.filter(isActive);
  for (const set of active) await rollout.scale(set, 0);
  if (active.length > 0 || (await areOldPodsRunning(rollout.group, context))) return;
  const newSet = await rollout.ensureNewSet();
  if (newSet === undefined) return;
  const { deployment } = rollout;
  await rollout.scale(newSet, rolloutLimits(deployment).replicas);
  if (isComplete(deployment, deployment.status)) await rollout.cleanUp();
}

async function areOldPodsRunning({ oldSets }: SetGroup, { client, signal }: ReconcileContext): Promise<boolean> {
  if (sumOf(oldSets, ({ status }) => status?.replicas) > 0) return true;
  for (const set of oldSets) {
    const pods = await listControlled(client, Pod, set, { signal });
    if (pods.some((pod) => !hasPodEnded(pod))) return true;
  }
  return false;
}
