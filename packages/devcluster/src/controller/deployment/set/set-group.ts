import type { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { isSameTemplate } from "./template-hash.ts";

/** A deployment's replica sets. */
export interface SetGroup {
  /** The one with the deployment's template. */
  readonly newSet?: ReplicaSet | undefined;
  /** The others, oldest first. */
  readonly oldSets: readonly ReplicaSet[];
}

/** Tells the new set from the old ones. Of several with the deployment's template, the oldest is the new one. */
export function groupSets({ spec }: Deployment, sets: readonly ReplicaSet[]): SetGroup {
  const sorted = [...sets].sort(byAge);
  const newSet = sorted.find((set) => isSameTemplate(set.spec.template, spec.template));
  return { newSet, oldSets: sorted.filter((set) => set !== newSet) };
}

/** All sets, the new one last. */
export function allSets({ newSet, oldSets }: SetGroup): readonly ReplicaSet[] {
  return newSet === undefined ? oldSets : [...oldSets, newSet];
}

/** How many pods a set is to have. */
export function sizeOf({ spec }: ReplicaSet): number {
  return spec.replicas ?? 1;
}

/** Whether a set is to have pods. */
export function isActive(set: ReplicaSet): boolean {
  return sizeOf(set) > 0;
}

/** What `count` gives for all sets together. */
export function sumOf(sets: readonly ReplicaSet[], count: (set: ReplicaSet) => number | undefined): number {
  return sets.reduce((sum, set) => sum + (count(set) ?? 0), 0);
}

/** Older sets first, by name where they are of the same second. */
export function byAge({ metadata: a }: ReplicaSet, { metadata: b }: ReplicaSet): number {
  const [aTime = "", bTime = ""] = [a.creationTimestamp, b.creationTimestamp];
  if (aTime !== bTime) return aTime < bTime ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}
