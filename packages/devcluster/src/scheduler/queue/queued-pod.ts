import type { PodFacts } from "../view/pod-facts.ts";

/** A pod that is to get a node, with what was tried. */
export interface QueuedPod {
  facts: PodFacts;
  /** When it came into the queue, or came back. */
  since: number;
  /** How often it fitted nowhere. */
  misfits: number;
  /** How often in a row something went wrong. */
  failures: number;
  /** The filters that kept it from nodes the last time. */
  filters: ReadonlySet<string>;
}

/** Which of two is to be tried first: the more important, then the one that waits longer. */
export function byUrgency(a: QueuedPod, b: QueuedPod): number {
  return b.facts.priority - a.facts.priority || a.since - b.since;
}
