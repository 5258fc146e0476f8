import type { Node, Pod } from "@kubewright/api/core/v1";
import type { AffinityTerm } from "../rule/affinity-term.ts";
import type { PodFacts } from "../view/pod-facts.ts";
import { bestScore, type Score, type ScoreWorld } from "./score.ts";

/** What it is worth to be near a pod that must be near the one in question. */
const weightOfRequired = 1;

/** Nodes come first that are near to pods that a pod prefers, or that prefer it, and far from those that it is to avoid. */
export const podAffinityScore: Score = {
  weight: 2,
  rate(pod, nodes, world) {
    const worth = worthOfDomains(pod, world);
    if (worth.size === 0) return undefined;
    const sums = nodes.map(({ node }) => {
      let sum = 0;
      for (const [key, values] of worth) sum += values.get(node.metadata.labels?.[key] ?? "\0") ?? 0;
      return sum;
    });
    const [least, most] = [Math.min(...sums), Math.max(...sums)];
    return sums.map((sum) => (most === least ? 0 : Math.trunc(bestScore * ((sum - least) / (most - least)))));
  },
};

/** By the key of a topology and the name of a domain. */
function worthOfDomains(pod: PodFacts, { nodes, namespaceLabels }: ScoreWorld): Map<string, Map<string, number>> {
  const worth = new Map<string, Map<string, number>>();
  const count = (term: AffinityTerm, about: Pod, { metadata }: Node, weight: number): void => {
    const domain = metadata.labels?.[term.topologyKey];
    if (domain === undefined || !term.matches(about, namespaceLabels)) return;
    const values = worth.get(term.topologyKey) ?? new Map<string, number>();
    worth.set(term.topologyKey, values);
    values.set(domain, (values.get(domain) ?? 0) + weight);
  };
  const isChoosy = pod.terms.preferredAffinity.length > 0 || pod.terms.preferredAntiAffinity.length > 0;
  for (const { node, facts, choosyFacts } of nodes) {
    for (const other of isChoosy ? facts : choosyFacts) {
      for (const term of pod.terms.preferredAffinity) count(term, other.pod, node, term.weight);
      for (const term of pod.terms.preferredAntiAffinity) count(term, other.pod, node, -term.weight);
      for (const term of other.terms.affinity) count(term, pod.pod, node, weightOfRequired);
      for (const term of other.terms.preferredAffinity) count(term, pod.pod, node, term.weight);
      for (const term of other.terms.preferredAntiAffinity) count(term, pod.pod, node, -term.weight);
    }
  }
  return worth;
}
