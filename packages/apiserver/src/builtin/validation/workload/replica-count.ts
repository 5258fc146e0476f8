import type { StatusCause } from "@kubewright/api";
import { invalidField } from "@kubewright/api/server";
import { checkNotNegative } from "../rule/number-rule.ts";

/** Counts of a status, by name. */
type Counts = Readonly<Record<string, number | undefined>>;

/** Adds a cause for each of these counts that is below 0. */
export function checkCounts(status: object, names: readonly string[], causes: StatusCause[]): void {
  const counts = status as Counts;
  for (const name of names) checkNotNegative(counts[name], `status.${name}`, causes);
}

/** Adds a cause for each of these counts of replicas that is beyond that of all, or of those that are ready. */
export function checkShares(
  status: object,
  names: readonly string[],
  beyondReady: string,
  causes: StatusCause[],
): void {
  const counts = status as Counts;
  const { replicas = 0, availableReplicas = 0, readyReplicas = 0 } = counts;
  for (const name of names) {
    const count = counts[name] ?? 0;
    if (count > replicas) {
      causes.push(invalidField(`status.${name}`, count, "cannot be greater than status.replicas"));
    }
  }
  if (availableReplicas > readyReplicas) {
    causes.push(invalidField("status.availableReplicas", availableReplicas, beyondReady));
  }
}

/** Adds a cause when the count of names that were taken goes down. */
export function checkCollisions(
  { collisionCount }: { collisionCount?: number },
  old: { collisionCount?: number },
  causes: StatusCause[],
): void {
  if (old.collisionCount === undefined || (collisionCount ?? -1) >= old.collisionCount) return;
  causes.push(invalidField("status.collisionCount", collisionCount ?? 0, "cannot be decremented"));
}
