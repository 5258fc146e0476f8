import { hasForbiddingTaint } from "../rule/tolerates.ts";
import { type Filter, refusal } from "./filter.ts";

const untolerated = refusal("node(s) had untolerated taint(s)", { isResolvable: false });

/** Nodes with taints are for those that tolerate them. */
export const taintToleration: Filter = {
  name: "TaintToleration",
  prepare({ pod: { spec } }) {
    return {
      type: "check",
      check: ({ node }) => (hasForbiddingTaint(node.spec?.taints, spec.tolerations) ? untolerated : undefined),
    };
  },
  mayHelp({ pod: { spec } }, change) {
    if (change.kind === "pod itself") {
      return (change.old.spec.tolerations?.length ?? 0) !== (change.now.spec.tolerations?.length ?? 0);
    }
    if (change.kind !== "node" || change.now === undefined) return false;
    if (hasForbiddingTaint(change.now.spec?.taints, spec.tolerations)) return false;
    return change.old === undefined || hasForbiddingTaint(change.old.spec?.taints, spec.tolerations);
  },
};
