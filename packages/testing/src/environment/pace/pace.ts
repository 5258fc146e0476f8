import type { Clock } from "@kubewright/api";

/** How time goes by in a cluster. */
export interface Pace {
  readonly clock: Clock;
  /** How long waiting may take of real time, where that is another. */
  readonly longestRealMs?: number;
  /** What `work` comes to, while the cluster goes on working. */
  during<T>(work: Promise<T>): Promise<T>;
}

/** Time goes by of itself. */
export function realPace(clock: Clock): Pace {
  return { clock, during: (work) => work };
}
