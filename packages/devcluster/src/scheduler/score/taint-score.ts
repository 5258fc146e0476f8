import { tolerates } from "../rule/tolerates.ts";
import { bestScore, type Score, scaled } from "./score.ts";

/** Nodes with taints that would rather have others come last. */
export const taintScore: Score = {
  weight: 3,
  rate({ pod: { spec } }, nodes) {
    const untolerated = nodes.map(
      ({ node }) =>
        (node.spec?.taints ?? []).filter(
          (taint) => taint.effect === "PreferNoSchedule" && !tolerates(spec.tolerations, taint),
        ).length,
    );
    return scaled(untolerated).map((score) => bestScore - score);
  },
};
