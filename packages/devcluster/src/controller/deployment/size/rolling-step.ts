import type { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { allSets, type SetGroup, sizeOf, sumOf } from "../set/set-group.ts";
import { rolloutLimits } from "./rollout-limits.ts";

/** A set, and how many pods it is to have. */
export interface SetSize {
  readonly set: ReplicaSet;
  readonly replicas: number;
}

/** How many pods the new set may have now; `current` is how many it is to have so far. */
export function newSetSize(deployment: Deployment, group: SetGroup, current: number): number {
  const { replicas, isRolling, maxSurge } = rolloutLimits(deployment);
  if (current >= replicas || !isRolling) return replicas;
  const room = replicas + maxSurge - sumOf(allSets(group), sizeOf);
  return room <= 0 ? current : current + Math.min(room, replicas - current);
}

/**
 * By how much the old sets may shrink now, in the order in which to do it; a set may come twice.
 *
 * Pods that are unavailable anyway go first, and of the others as many as are not needed for the minimum. New pods that are not available yet
 * hold this up, so that a broken template does not take the working pods away.
 */
export function oldSetSizes(deployment: Deployment, { newSet, oldSets }: SetGroup): SetSize[] {
  const { replicas, maxUnavailable } = rolloutLimits(deployment);
  const minAvailable = replicas - maxUnavailable;
  const newUnavailable = newSet === undefined ? 0 : sizeOf(newSet) - availableOf(newSet);
  const room = sumOf(allSets({ newSet, oldSets }), sizeOf) - minAvailable - newUnavailable;
  if (room <= 0) return [];
  const shrinking = new Shrinking(oldSets);
  shrinking.shrink(room, (set, size) => size - availableOf(set));
  const available = sumOf(oldSets, availableOf) + (newSet === undefined ? 0 : availableOf(newSet));
  shrinking.shrink(available - minAvailable, (_, size) => size);
  return shrinking.steps;
}

/** Takes pods from sets, oldest set first. */
class Shrinking {
  readonly steps: SetSize[] = [];
  readonly #sets: readonly ReplicaSet[];
  readonly #sizes = new Map<ReplicaSet, number>();

  constructor(sets: readonly ReplicaSet[]) {
    this.#sets = sets;
  }

  /** Takes at most `count` pods, and of each set at most what `most` gives. */
  shrink(count: number, most: (set: ReplicaSet, size: number) => number): void {
    let left = count;
    for (const set of this.#sets) {
      const size = this.#sizes.get(set) ?? sizeOf(set);
      const taken = Math.min(left, most(set, size));
      if (taken <= 0) continue;
      left -= taken;
      this.#sizes.set(set, size - taken);
      this.steps.push({ set, replicas: size - taken });
    }
  }
}

/** Never more than there are to be: the status of a set that was just made smaller tells of pods that are about to go. */
function availableOf(set: ReplicaSet): number {
  return Math.min(set.status?.availableReplicas ?? 0, sizeOf(set));
}
