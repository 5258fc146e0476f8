import { scaleIntOrPercent } from "@kubewright/api";
import type { PodDisruptionBudget } from "@kubewright/api/policy/v1";

/** How many pods a budget counts on. */
export interface HealthyWanted {
  /** How many there should be. */
  readonly expected: number;
  /** How many of them must be healthy. */
  readonly desired: number;
}

/** What a budget asks for when `expected` pods should be there. Shares of them are rounded up. Throws for what is no share. */
export function healthyWanted({ spec }: PodDisruptionBudget, expected: number): HealthyWanted {
  const { maxUnavailable, minAvailable } = spec ?? {};
  if (maxUnavailable !== undefined) {
    return { expected, desired: Math.max(0, expected - scaleIntOrPercent(maxUnavailable, expected, "up")) };
  }
  if (minAvailable === undefined) return { expected: 0, desired: 0 };
  return { expected, desired: scaleIntOrPercent(minAvailable, expected, "up") };
}
