import type { ScoreWorld } from "../score/score.ts";
import { scores } from "../score/scores.ts";
import type { KnownNode } from "../view/known-node.ts";
import type { PodFacts } from "../view/pod-facts.ts";

/** The best of nodes on which a pod can be; one of the best, when there are several, by chance. */
export function chooseNode(
  pod: PodFacts,
  nodes: readonly KnownNode[],
  world: ScoreWorld,
  random: () => number,
): KnownNode {
  if (nodes.length === 1) return nodes[0]!;
  const totals = nodes.map(() => 0);
  for (const { rate, weight } of scores) {
    const rated = rate(pod, nodes, world);
    rated?.forEach((score, index) => {
      totals[index]! += score * weight;
    });
  }
  const most = Math.max(...totals);
  const best = nodes.filter((_, index) => totals[index] === most);
  return best[Math.floor(random() * best.length)]!;
}
