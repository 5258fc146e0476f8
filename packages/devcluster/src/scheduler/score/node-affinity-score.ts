import { termMatch } from "../rule/node-selection.ts";
import { type Score, scaled } from "./score.ts";

/** Nodes that a pod prefers come first. */
export const nodeAffinityScore: Score = {
  weight: 2,
  rate({ pod: { spec } }, nodes) {
    const preferred = spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    if (preferred.length === 0) return undefined;
    const terms = preferred.map(({ weight, preference }) => ({ weight, isMeant: termMatch(preference) }));
    return scaled(
      nodes.map(({ node }) => terms.reduce((sum, { weight, isMeant }) => sum + (isMeant(node) ? weight : 0), 0)),
    );
  },
};
