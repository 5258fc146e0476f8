import { requiredNodeNames, requiredNodes } from "../rule/node-selection.ts";
import { type Filter, refusal, skip } from "./filter.ts";

const unmatched = refusal("node(s) didn't match Pod's node affinity/selector", { isResolvable: false });

/** A pod goes where its node selector and its node affinity send it. */
export const nodeAffinity: Filter = {
  name: "NodeAffinity",
  prepare({ pod }) {
    const isMeant = requiredNodes(pod);
    if (isMeant === undefined) return skip;
    const nodeNames = requiredNodeNames(pod);
    if (nodeNames?.size === 0) return { type: "refused", reason: "pod affinity terms conflict" };
    return { type: "check", check: ({ node }) => (isMeant(node) ? undefined : unmatched), nodeNames };
  },
  mayHelp({ pod }, change) {
    if (change.kind !== "node" || change.now === undefined) return false;
    const isMeant = requiredNodes(pod) ?? (() => true);
    return isMeant(change.now) && (change.old === undefined || !isMeant(change.old));
  },
};
