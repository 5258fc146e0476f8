import { Quantity } from "@kubewright/api";
import type { Container, Pod } from "@kubewright/api/core/v1";

/** Amounts by resource: CPU in thousandths, everything else in whole units. */
export type Amounts = ReadonlyMap<string, number>;

/** What a container counts for in scores when it asks for nothing, lest a node be filled with such. */
const unaskedAmounts: Amounts = new Map([
  ["cpu", 100],
  ["memory", 200 * 1024 * 1024],
]);

/** What a list of quantities says. */
export function amountsOf(quantities: Readonly<Record<string, string>> | undefined): Map<string, number> {
  return new Map(Object.entries(quantities ?? {}).map(([name, text]) => [name, amountOf(name, text)]));
}

/** What a pod asks for: as much as its containers together, or more where one that runs before them asks for more. */
export function podRequests(pod: Pod): Map<string, number> {
  return requestsOf(pod, new Map());
}

/** The same where containers that ask for no CPU or no memory count as if they asked for a little. */
export function podRequestsForScores(pod: Pod): Map<string, number> {
  return requestsOf(pod, unaskedAmounts);
}

function requestsOf({ spec }: Pod, unasked: Amounts): Map<string, number> {
  const total = new Map<string, number>();
  for (const container of spec.containers) add(total, containerRequests(container, unasked));
  const sidecars = new Map<string, number>();
  const peak = new Map<string, number>();
  for (const container of spec.initContainers ?? []) {
    const requests = containerRequests(container, unasked);
    if (container.restartPolicy === "Always") {
      add(total, requests);
      add(sidecars, requests);
      raise(peak, sidecars);
      continue;
    }
    add(requests, sidecars);
    raise(peak, requests);
  }
  raise(total, peak);
  for (const [name, amount] of amountsOf(spec.resources?.requests)) total.set(name, amount);
  add(total, amountsOf(spec.overhead));
  return total;
}

function containerRequests({ resources }: Container, unasked: Amounts): Map<string, number> {
  return new Map([...unasked, ...amountsOf(resources?.requests)]);
}

function amountOf(name: string, text: string): number {
  const quantity = Quantity.parse(text);
  return Number(name === "cpu" ? quantity.milliValue() : quantity.value());
}

/** Adds `more` to `sum`. */
export function add(sum: Map<string, number>, more: Amounts, sign: 1 | -1 = 1): void {
  for (const [name, amount] of more) sum.set(name, (sum.get(name) ?? 0) + sign * amount);
}

function raise(peak: Map<string, number>, other: Amounts): void {
  for (const [name, amount] of other) peak.set(name, Math.max(peak.get(name) ?? 0, amount));
}
