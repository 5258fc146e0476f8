import type { Refusal } from "../filter/filter.ts";

/** Says of how many nodes which reasons hold. */
export function refusalsText(nodeCount: number, refusals: Iterable<Refusal>): string {
  const counts = new Map<string, number>();
  for (const { reasons } of refusals) {
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const parts = [...counts].map(([reason, count]) => `${count} ${reason}`).sort();
  return availabilityText(nodeCount, parts.join(", "));
}

export function availabilityText(nodeCount: number, why: string): string {
  return `0/${nodeCount} nodes are available:${why === "" ? "" : ` ${why}.`}`;
}
