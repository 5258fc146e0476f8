import type { Clock } from "@kubewright/api";

/** How time goes by in a cluster. */
export interface Pace {
  readonly clock: Clock;
  /** How much real time a second of the clock may take, where that is not the real one: beyond, it is stuck. */
  readonly longestSecondMs?: number;
  /** What `work` comes to, while the cluster goes on working. */
  during<T>(work: Promise<T>): Promise<T>;
}

/** Time goes by of itself. */
export function realPace(clock: Clock): Pace {
  return { clock, during: (work) => work };
}
