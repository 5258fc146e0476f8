import type { Node } from "@kubewright/api/core/v1";
import type { KnownNode } from "../view/known-node.ts";
import type { PodFacts } from "../view/pod-facts.ts";
import { type Amounts, amountsOf, podRequests } from "../view/pod-requests.ts";
import type { Filter, Refusal } from "./filter.ts";

/** These are told of first, in this order. */
const basic = ["cpu", "memory", "ephemeral-storage"];

/** A node holds as much as it has. */
export const nodeResourcesFit: Filter = {
  name: "NodeResourcesFit",
  prepare: ({ requests }) => ({ type: "check", check: (node) => refuse(requests, node) }),
  mayHelp(pod, change) {
    if (change.kind === "node") return change.now !== undefined && hasMoreRoom(pod, change.old, change.now);
    if (change.kind === "pod itself") return asksForLess(podRequests(change.old), podRequests(change.now), pod);
    if (change.kind !== "placed pod" || change.old === undefined) return false;
    return change.now === undefined || asksForLess(podRequests(change.old), podRequests(change.now), pod);
  },
};

function refuse(requests: Amounts, { size, allocatable, requested }: KnownNode): Refusal | undefined {
  const reasons: string[] = [];
  let isResolvable = true;
  if (size + 1 > (allocatable.get("pods") ?? 0)) reasons.push("Too many pods");
  for (const name of namesOf(requests)) {
    const wanted = requests.get(name) ?? 0;
    const all = allocatable.get(name) ?? 0;
    if (wanted === 0 || wanted <= all - (requested.get(name) ?? 0)) continue;
    reasons.push(`Insufficient ${name}`);
    if (wanted > all) isResolvable = false;
  }
  return reasons.length === 0 ? undefined : { reasons, isResolvable };
}

function namesOf(requests: Amounts): string[] {
  return [...basic, ...[...requests.keys()].filter((name) => !basic.includes(name) && name !== "pods").sort()];
}

/** Whether a node that is new or has changed has, when empty, what the pod wants, and more of it than before. */
function hasMoreRoom({ requests }: PodFacts, old: Node | undefined, now: Node): boolean {
  const after = amountsOf(now.status?.allocatable);
  const wanted = [...requests].filter(([, amount]) => amount > 0);
  if ((after.get("pods") ?? 0) < 1 || wanted.some(([name, amount]) => amount > (after.get(name) ?? 0))) return false;
  if (old === undefined) return true;
  const before = amountsOf(old.status?.allocatable);
  return ["pods", ...wanted.map(([name]) => name)].some((name) => (after.get(name) ?? 0) > (before.get(name) ?? 0));
}

function asksForLess(before: Amounts, after: Amounts, { requests }: PodFacts): boolean {
  return [...requests].some(([name, amount]) => amount > 0 && (before.get(name) ?? 0) > (after.get(name) ?? 0));
}
