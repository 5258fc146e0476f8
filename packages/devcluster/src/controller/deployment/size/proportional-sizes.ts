import type { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { annotatedCount, maxReplicasAnnotation } from "../set/revision.ts";
import { byAge, sizeOf, sumOf } from "../set/set-group.ts";
import type { SetSize } from "./rolling-step.ts";
import { type RolloutLimits, rolloutLimits } from "./rollout-limits.ts";

/**
 * What the sets of a deployment that is scaled in the midst of a rollout are to have: each its share of what is added or taken away.
 *
 * So neither the new pods nor the old ones bear all of the change. The largest set comes first, and bears what rounding leaves.
 */
export function proportionalSizes(deployment: Deployment, active: readonly ReplicaSet[]): SetSize[] {
  const limits = rolloutLimits(deployment);
  const allowed = limits.replicas > 0 ? limits.replicas + limits.maxSurge : 0;
  const change = allowed - sumOf(active, sizeOf);
  const sets = [...active].sort((a, b) => sizeOf(b) - sizeOf(a) || (change > 0 ? byAge(b, a) : byAge(a, b)));
  let left = change;
  const sizes = sets.map((set) => {
    const whole = left === 0 ? 0 : shareOf(set, deployment, limits);
    // Not beyond what is left, in either direction.
    const share = change > 0 ? Math.min(whole, left) : Math.max(whole, left);
    left -= share;
    return { set, replicas: sizeOf(set) + share };
  });
  return sizes.map((size, index) => (index === 0 ? { ...size, replicas: Math.max(0, size.replicas + left) } : size));
}

/** By how much a set would change if it changed as the whole deployment does. */
function shareOf(set: ReplicaSet, { status }: Deployment, { replicas, maxSurge }: RolloutLimits): number {
  const size = sizeOf(set);
  if (replicas === 0) return -size;
  const before = annotatedCount(set, maxReplicasAnnotation) || (status?.replicas ?? 0);
  return before === 0 ? 0 : rounded((size * (replicas + maxSurge)) / before) - size;
}

/** Halves go away from zero. */
function rounded(value: number): number {
  return value < 0 ? -Math.round(-value) : Math.round(value);
}
