import { type IntOrString, scaleIntOrPercent } from "@kubewright/api";
import type { Deployment } from "@kubewright/api/apps/v1";

/** How far a rollout may go, in pods. */
export interface RolloutLimits {
  /** How many are wanted. */
  readonly replicas: number;
  readonly isRolling: boolean;
  /** How many more there may be. */
  readonly maxSurge: number;
  /** How many of the wanted ones may be unavailable. */
  readonly maxUnavailable: number;
}

/** What a deployment's strategy allows. Surge is rounded up, unavailability down, and where both are zero one may be unavailable. */
export function rolloutLimits({ spec }: Deployment): RolloutLimits {
  const { replicas = 1, strategy } = spec;
  const isRolling = strategy?.type !== "Recreate";
  if (!isRolling) return { replicas, isRolling, maxSurge: 0, maxUnavailable: 0 };
  const maxSurge = podsOf(strategy?.rollingUpdate?.maxSurge, replicas, "up");
  const unavailable = podsOf(strategy?.rollingUpdate?.maxUnavailable, replicas, "down");
  const maxUnavailable = Math.min(maxSurge === 0 && unavailable === 0 ? 1 : unavailable, replicas);
  return { replicas, isRolling, maxSurge, maxUnavailable };
}

function podsOf(value: IntOrString | undefined, replicas: number, round: "up" | "down"): number {
  return value === undefined ? 0 : scaleIntOrPercent(value, replicas, round);
}
