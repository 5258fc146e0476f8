import type { Taint } from "@kubewright/api/core/v1";
import { tolerates } from "../rule/tolerates.ts";
import { type Filter, refusal, skip } from "./filter.ts";

const unschedulableTaint: Taint = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };
const unschedulable = refusal("node(s) were unschedulable", { isResolvable: false });

/** Cordoned nodes are for those that tolerate it. */
export const nodeUnschedulable: Filter = {
  name: "NodeUnschedulable",
  prepare({ pod }) {
    if (tolerates(pod.spec.tolerations, unschedulableTaint)) return skip;
    return { type: "check", check: ({ node }) => (node.spec?.unschedulable === true ? unschedulable : undefined) };
  },
  mayHelp({ pod }, change) {
    if (change.kind === "pod itself") return tolerates(pod.spec.tolerations, unschedulableTaint);
    if (change.kind !== "node" || change.now === undefined || change.now.spec?.unschedulable === true) return false;
    return change.old === undefined || change.old.spec?.unschedulable === true;
  },
};
