import { balancedAllocationScore, leastAllocatedScore } from "./allocation-score.ts";
import { imageScore } from "./image-score.ts";
import { nodeAffinityScore } from "./node-affinity-score.ts";
import { podAffinityScore } from "./pod-affinity-score.ts";
import type { Score } from "./score.ts";
import { spreadScore } from "./spread-score.ts";
import { taintScore } from "./taint-score.ts";

/** All scores: the node with the largest weighted sum is chosen. */
export const scores: readonly Score[] = [
  taintScore,
  nodeAffinityScore,
  leastAllocatedScore,
  spreadScore,
  podAffinityScore,
  balancedAllocationScore,
  imageScore,
];
