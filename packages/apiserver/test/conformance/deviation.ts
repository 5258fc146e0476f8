import type { Difference } from "./comparison.ts";

/** A difference that is meant, or known and not yet mended. */
export interface Deviation {
  /** What differs, and why. */
  readonly reason: string;
  readonly covers: (difference: Difference) => boolean;
}

/** Every way in which the embedded server answers differently. `docs/fidelity.md` lists them. */
export const deviations: readonly Deviation[] = [];

/** Differences that no deviation names. */
export function unnamed(differences: readonly Difference[]): readonly Difference[] {
  return differences.filter((difference) => !deviations.some(({ covers }) => covers(difference)));
}
