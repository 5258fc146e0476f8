import type { World } from "../filter/filter.ts";
import type { KnownNode } from "../view/known-node.ts";
import type { PodFacts } from "../view/pod-facts.ts";
import { findFitting, type Misfit } from "./find-fitting.ts";
import { refusalsText } from "./misfit-text.ts";

/** What can be done for a pod that fits nowhere. */
export type Preemption =
  /** With these pods gone, it fits on this node. Most important first. */
  | { readonly nodeName: string; readonly victims: readonly PodFacts[] }
  /** Nothing, for this reason. */
  | { readonly reason: string };

/** Looks for less important pods in whose place a pod could be. */
export function findPreemption(pod: PodFacts, { refusals }: Misfit, world: World): Preemption {
  if (pod.pod.spec.preemptionPolicy === "Never") return { reason: "not eligible due to preemptionPolicy=Never." };
  const waited = pod.pod.status?.nominatedNodeName;
  const nominated = world.nodes.find(({ node }) => node.metadata.name === waited);
  if (nominated !== undefined && refusals.get(nominated)?.isResolvable !== false) {
    for (const other of nominated.facts) {
      if (other.priority < pod.priority && isLeavingForAnother(other)) {
        return { reason: "not eligible due to a terminating pod on the nominated node." };
      }
    }
  }
  const candidates: { readonly nodeName: string; readonly victims: readonly PodFacts[] }[] = [];
  const remaining = new Map(refusals);
  for (const [node, refusal] of refusals) {
    if (!refusal.isResolvable) {
      remaining.set(node, { reasons: ["Preemption is not helpful for scheduling"], isResolvable: false });
      continue;
    }
    const found = victimsOn(node, pod, world);
    if ("victims" in found) candidates.push({ nodeName: node.node.metadata.name, victims: found.victims });
    else remaining.set(node, { reasons: found.reasons, isResolvable: false });
  }
  if (candidates.length === 0) return { reason: refusalsText(world.nodes.length, remaining.values()) };
  return candidates.reduce((best, other) => (isBetter(other.victims, best.victims) ? other : best));
}

/** As few pods as will do, or why it does not help that others go. */
function victimsOn(
  node: KnownNode,
  pod: PodFacts,
  world: World,
): { readonly victims: readonly PodFacts[] } | { readonly reasons: readonly string[] } {
  const lesser = [...node.facts].filter(({ priority }) => priority < pod.priority).sort(byImportance);
  if (lesser.length === 0) return { reasons: ["No preemption victims found for incoming pod"] };
  const gone = new Set(lesser.map(({ uid }) => uid));
  const reasons = refusalWithout(node, gone, pod, world);
  if (reasons !== undefined) return { reasons };
  const victims: PodFacts[] = [];
  for (const other of lesser) {
    gone.delete(other.uid);
    if (refusalWithout(node, gone, pod, world) === undefined) continue;
    gone.add(other.uid);
    victims.push(other);
  }
  return { victims };
}

function refusalWithout(
  node: KnownNode,
  gone: ReadonlySet<string>,
  pod: PodFacts,
  world: World,
): readonly string[] | undefined {
  const emptier = node.without(gone) as KnownNode;
  const nodes = world.nodes.map((other) => (other === node ? emptier : other));
  const { nodes: fitting, refusals, reason } = findFitting(pod, { ...world, nodes });
  if (fitting.includes(emptier)) return undefined;
  return refusals.get(emptier)?.reasons ?? [reason ?? ""];
}

function isLeavingForAnother({ pod: { metadata, status } }: PodFacts): boolean {
  const isPreempted = status?.conditions?.some(
    ({ type, status: value, reason }) =>
      type === "DisruptionTarget" && value === "True" && reason === "PreemptionByScheduler",
  );
  return metadata.deletionTimestamp !== undefined && isPreempted === true;
}

/** Higher priority first; among equals those that have run longer. */
function byImportance(a: PodFacts, b: PodFacts): number {
  return b.priority - a.priority || startOf(a) - startOf(b);
}

function startOf({ pod }: PodFacts): number {
  const started = Date.parse(pod.status?.startTime ?? "");
  return Number.isNaN(started) ? Number.MAX_SAFE_INTEGER : started;
}

/** Whether the loss of some pods is the smaller evil: the most important is less so, then all together, then fewer, then younger. */
function isBetter(some: readonly PodFacts[], others: readonly PodFacts[]): boolean {
  const measures = (victims: readonly PodFacts[]): number[] => [
    victims[0]?.priority ?? 0,
    victims.reduce((sum, { priority }) => sum + priority + 2 ** 31, 0),
    victims.length,
    -Math.min(...victims.filter(({ priority }) => priority === victims[0]?.priority).map(startOf)),
  ];
  const [left, right] = [measures(some), measures(others)];
  const index = left.findIndex((measure, at) => measure !== right[at]);
  return index !== -1 && left[index]! < right[index]!;
}
