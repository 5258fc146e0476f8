import type { KnownNode } from "../view/known-node.ts";
import type { Amounts } from "../view/pod-requests.ts";
import { bestScore, type Score } from "./score.ts";

const resources = ["cpu", "memory"];

/** Nodes with more room left come first. */
export const leastAllocatedScore: Score = {
  weight: 1,
  rate: ({ requestsForScores }, nodes) =>
    nodes.map(({ allocatable, requestedForScores }) => {
      const shares = resources.flatMap((name) => {
        const all = allocatable.get(name) ?? 0;
        if (all === 0) return [];
        const used = (requestedForScores.get(name) ?? 0) + (requestsForScores.get(name) ?? 0);
        return [used > all ? 0 : Math.trunc(((all - used) * bestScore) / all)];
      });
      return shares.length === 0 ? 0 : Math.trunc(shares.reduce((sum, share) => sum + share, 0) / shares.length);
    }),
};

/** Nodes come first whose CPU and memory a pod makes be used more evenly. */
export const balancedAllocationScore: Score = {
  weight: 1,
  rate({ requests }, nodes) {
    if (resources.every((name) => (requests.get(name) ?? 0) === 0)) return undefined;
    return nodes.map((state) => {
      const gain = balanceOf(state, requests) - balanceOf(state, new Map());
      return bestScore / 2 + Math.trunc((bestScore / 2 + gain) / 2);
    });
  },
};

/** 100 where CPU and memory are used to the same part. */
function balanceOf({ allocatable, requested }: KnownNode, more: Amounts): number {
  const parts = resources.flatMap((name) => {
    const all = allocatable.get(name) ?? 0;
    return all === 0 ? [] : [Math.min(1, ((requested.get(name) ?? 0) + (more.get(name) ?? 0)) / all)];
  });
  const [first, second] = parts;
  const deviation = first === undefined || second === undefined ? 0 : Math.abs((first - second) / 2);
  return Math.trunc((1 - deviation) * bestScore);
}
