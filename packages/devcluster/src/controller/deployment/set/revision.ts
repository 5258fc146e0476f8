import type { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { rolloutLimits } from "../size/rollout-limits.ts";

/** The how-manieth rollout a set is of. */
export const revisionAnnotation = "deployment.kubernetes.io/revision";
/** The revisions that a set was of before it was rolled back to. */
export const revisionHistoryAnnotation = "deployment.kubernetes.io/revision-history";
/** How many replicas the deployment wanted when the set was scaled last: tells scaling from rolling. */
export const desiredReplicasAnnotation = "deployment.kubernetes.io/desired-replicas";
/** How many replicas the deployment might have then. */
export const maxReplicasAnnotation = "deployment.kubernetes.io/max-replicas";
/** Asks for a rollback, as clients of long-gone versions of the API do. */
export const rollbackAnnotation = "deprecated.deployment.rollback.to";

const maxHistoryLength = 2000;

type Annotations = Readonly<Record<string, string>>;

/** Those that do not go from a deployment to its sets, nor back. */
const ownAnnotations: ReadonlySet<string> = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  revisionAnnotation,
  revisionHistoryAnnotation,
  desiredReplicasAnnotation,
  maxReplicasAnnotation,
  rollbackAnnotation,
]);

/** The revision of a set: 0 when it says none, undefined when it says nonsense. */
export function revisionOf({ metadata }: ReplicaSet): number | undefined {
  const text = metadata.annotations?.[revisionAnnotation];
  return text === undefined ? 0 : wholeNumber(text);
}

/** The highest revision of all. */
export function maxRevision(sets: readonly ReplicaSet[]): number {
  return Math.max(0, ...sets.map((set) => revisionOf(set) ?? 0));
}

/** The second highest revision of all; 0 when there is none. */
export function lastRevision(sets: readonly ReplicaSet[]): number {
  const revisions = sets.map((set) => revisionOf(set) ?? 0).sort((a, b) => b - a);
  return revisions[1] ?? 0;
}

/**
 * The annotations of the set that is to be of `revision`: the deployment's, the revision, and those that it was of before.
 *
 * A set of a later revision keeps it, and one with a revision that is no number keeps all that it has.
 */
export function annotationsForRevision(
  deployment: Deployment,
  current: Annotations,
  revision: number,
): Record<string, string> {
  const shared = Object.entries(deployment.metadata.annotations ?? {}).filter(([key]) => !ownAnnotations.has(key));
  const before = current[revisionAnnotation];
  const beforeNumber = before ? wholeNumber(before) : 0;
  if (beforeNumber === undefined) return { ...current };
  const annotations = { ...current, ...Object.fromEntries(shared) };
  if (beforeNumber >= revision) return annotations;
  annotations[revisionAnnotation] = String(revision);
  if (before === undefined) return annotations;
  return { ...annotations, [revisionHistoryAnnotation]: historyWith(current[revisionHistoryAnnotation], before) };
}

/** What each scaling writes to a set. */
export function replicasAnnotations(deployment: Deployment): Record<string, string> {
  const { replicas, maxSurge } = rolloutLimits(deployment);
  return { [desiredReplicasAnnotation]: String(replicas), [maxReplicasAnnotation]: String(replicas + maxSurge) };
}

/** A deployment's annotations once it is rolled back to a set: the set's, but for what stays with each. */
export function annotationsAfterRollback(deployment: Annotations, set: Annotations): Record<string, string> {
  const kept = Object.entries(deployment).filter(([key]) => ownAnnotations.has(key));
  const taken = Object.entries(set).filter(([key]) => !ownAnnotations.has(key));
  return Object.fromEntries([...kept, ...taken]);
}

/** A count that an annotation of a set gives. Undefined when it has none, or nonsense. */
export function annotatedCount({ metadata }: ReplicaSet, annotation: string): number | undefined {
  const count = wholeNumber(metadata.annotations?.[annotation] ?? "");
  return count !== undefined && count >= 0 && count < 2 ** 31 ? count : undefined;
}

/** The oldest revisions go when the text would become too long. */
function historyWith(history: string | undefined, revision: string): string {
  if (!history) return revision;
  const revisions = [...history.split(","), revision];
  while (revisions.length > 1 && revisions.join(",").length > maxHistoryLength) revisions.shift();
  return revisions.join(",");
}

function wholeNumber(text: string): number | undefined {
  return /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}
