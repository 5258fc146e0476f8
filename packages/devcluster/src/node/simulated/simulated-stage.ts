import type { Pod, PodStatus } from "@kubewright/api/core/v1";

/** What becomes of a pod in a stage. */
export type StageOutcome =
  /** The status as it is then. */
  | { readonly type: "status"; readonly status: PodStatus }
  /** The pod stays as it is, until something else changes it. */
  | { readonly type: "unchanged" }
  /** The pod is gone. */
  | { readonly type: "removed" };

/** What a stage knows when it is over. */
export interface StageContext {
  readonly pod: Pod;
  /** In milliseconds. */
  readonly now: number;
  readonly podIp: string;
  readonly hostIp: string;
}

/** A step in the life of simulated pods. Of all stages of a node, the first one that a pod is in counts. */
export interface SimulatedStage {
  /** For the log. */
  readonly name: string;
  isIn(pod: Pod): boolean;
  /** How long it takes. @default 0 */
  readonly delayMs?: number | ((pod: Pod) => number);
  end(context: StageContext): StageOutcome;
}
