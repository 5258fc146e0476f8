import type { Selector } from "@kubewright/api";
import type { Pod } from "@kubewright/api/core/v1";
import type { World } from "../filter/filter.ts";
import type { KnownNode } from "../view/known-node.ts";
import type { PodFacts } from "../view/pod-facts.ts";

/** What scores need to know beside the pod. */
export interface ScoreWorld extends World {
  /** Selects the pods that a pod is one of: of the same services and the same controller. */
  siblings(pod: Pod): Selector;
}

/** One view of which nodes are better than others. */
export interface Score {
  readonly weight: number;
  /** For each of the nodes, in their order, a whole number from 0 to 100; undefined where it makes no difference. */
  rate(pod: PodFacts, nodes: readonly KnownNode[], world: ScoreWorld): readonly number[] | undefined;
}

export const bestScore = 100;

/** Puts the largest of the numbers at 100 and nothing at 0. */
export function scaled(numbers: readonly number[]): number[] {
  const most = Math.max(0, ...numbers);
  return most === 0 ? numbers.map(() => 0) : numbers.map((number) => Math.trunc((bestScore * number) / most));
}
