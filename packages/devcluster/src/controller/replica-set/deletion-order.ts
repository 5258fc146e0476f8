import { parseTime } from "@kubewright/api";
import type { Pod } from "@kubewright/api/core/v1";
import { isPodActive, isPodReady, podReadySince } from "../pod-control/pod-state.ts";

/** The annotation by which people say how much they would miss a pod. */
const deletionCostAnnotation = "controller.kubernetes.io/pod-deletion-cost";

export interface DeletionOrderOptions {
  /** The pods of all replica sets of the same owner: of two pods, the one with more of these on its node goes first. */
  readonly related: readonly Pod[];
  readonly nowMs: number;
}

/**
 * The pods in the order in which they can best be done without.
 *
 * Those without a node come first, then by phase (pending, unknown, running), not ready before ready, lower cost before higher, more
 * neighbours before fewer, ready for a short time before long, more restarts before fewer, young before old. Times count by their order of
 * magnitude, and within one the uid decides, so that what is chosen is as good as random.
 */
export function deletionOrder(pods: readonly Pod[], options: DeletionOrderOptions): Pod[] {
  const neighbours = new Map<string, number>();
  for (const pod of options.related) {
    if (!isPodActive(pod)) continue;
    const node = pod.spec.nodeName ?? "";
    neighbours.set(node, (neighbours.get(node) ?? 0) + 1);
  }
  const ranked = pods.map((pod) => rankOf(pod, neighbours.get(pod.spec.nodeName ?? "") ?? 0));
  ranked.sort((a, b) => compare(a, b, options.nowMs));
  return ranked.map(({ pod }) => pod);
}

interface Rank {
  readonly pod: Pod;
  /** Compared in this order; the smaller goes first. */
  readonly before: readonly number[];
  readonly readySince: number | undefined;
  readonly isReady: boolean;
  /** Compared in this order, after the time that it is ready; the smaller goes first. */
  readonly after: readonly number[];
  readonly createdAt: number | undefined;
}

function rankOf(pod: Pod, neighbours: number): Rank {
  const isReady = isPodReady(pod);
  const { creationTimestamp } = pod.metadata;
  return {
    pod,
    before: [pod.spec.nodeName ? 1 : 0, phaseRank(pod), isReady ? 1 : 0, deletionCost(pod), -neighbours],
    isReady,
    readySince: podReadySince(pod),
    after: [-restartsOf(pod), -sidecarRestartsOf(pod)],
    createdAt: creationTimestamp === undefined ? undefined : parseTime(creationTimestamp),
  };
}

function compare(a: Rank, b: Rank, nowMs: number): number {
  return (
    compareInOrder(a.before, b.before) ||
    (a.isReady && b.isReady ? compareTimes(a, b, a.readySince, b.readySince, nowMs) : 0) ||
    compareInOrder(a.after, b.after) ||
    compareTimes(a, b, a.createdAt, b.createdAt, nowMs)
  );
}

function compareInOrder(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((value, index) => value !== b[index]);
  return differing === -1 ? 0 : a[differing]! - b[differing]!;
}

/** The later goes first; one that is not known counts as the latest. */
function compareTimes(a: Rank, b: Rank, aMs: number | undefined, bMs: number | undefined, nowMs: number): number {
  if (aMs === bMs) return 0;
  if (aMs === undefined) return -1;
  if (bMs === undefined) return 1;
  return (
    magnitude(nowMs - aMs) - magnitude(nowMs - bMs) ||
    ((a.pod.metadata.uid ?? "") < (b.pod.metadata.uid ?? "") ? -1 : 1)
  );
}

/** Powers of two of nanoseconds. */
function magnitude(ageMs: number): number {
  return ageMs > 0 ? Math.trunc(Math.log2(ageMs * 1e6)) : -1;
}

function phaseRank({ status }: Pod): number {
  return ["Pending", "Unknown", "Running"].indexOf(status?.phase ?? "Pending");
}

/** A whole number of 32 bits without plus sign or leading zeros; anything else counts as none. */
function deletionCost({ metadata }: Pod): number {
  const text = metadata.annotations?.[deletionCostAnnotation] ?? "0";
  if (!/^(?:0|[1-9]\d*|-\d+)$/.test(text)) return 0;
  const cost = Number(text);
  return cost >= -(2 ** 31) && cost < 2 ** 31 ? cost : 0;
}

function restartsOf({ status }: Pod): number {
  return Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount));
}

function sidecarRestartsOf({ spec, status }: Pod): number {
  const sidecars = new Set((spec.initContainers ?? []).filter((c) => c.restartPolicy === "Always").map((c) => c.name));
  const statuses = (status?.initContainerStatuses ?? []).filter(({ name }) => sidecars.has(name));
  return Math.max(0, ...statuses.map(({ restartCount }) => restartCount));
}
