import type { Pod } from "@kubewright/api/core/v1";
import { requiredNodes } from "../rule/node-selection.ts";
import { hasAllTopologies, type SpreadConstraint, spreadConstraints } from "../rule/spread-constraint.ts";
import type { KnownNode } from "../view/known-node.ts";
import { bestScore, type Score, type ScoreWorld } from "./score.ts";

const hostname = "kubernetes.io/hostname";

/** Nodes come first where fewer pods of the same kind are: by a pod's own constraints, or by hosts and zones. */
export const spreadScore: Score = {
  weight: 2,
  rate({ pod }, nodes, world) {
    const hasOwn = (pod.spec.topologySpreadConstraints ?? []).length > 0;
    const constraints = hasOwn
      ? spreadConstraints(pod, { whenUnsatisfiable: "ScheduleAnyway", required: requiredNodes(pod) })
      : defaultConstraints(pod, world);
    if (constraints.length === 0) return undefined;
    // By default a node without a zone counts all the same.
    const rated = nodes.filter(({ node }) => !hasOwn || hasAllTopologies(node, constraints));
    const rules = constraints.map((constraint) => ruleFor(constraint, { pod, rated, world, hasOwn, constraints }));
    const crowds = new Map(
      rated.map((state) => [state, Math.round(rules.reduce((sum, crowdOn) => sum + crowdOn(state), 0))]),
    );
    const most = Math.max(0, ...crowds.values());
    const least = Math.min(...crowds.values());
    return nodes.map((state) => {
      const crowd = crowds.get(state);
      if (crowd === undefined) return 0;
      return most === 0 ? bestScore : Math.trunc((bestScore * (most + least - crowd)) / most);
    });
  },
};

function defaultConstraints(pod: Pod, world: ScoreWorld): SpreadConstraint[] {
  const selector = world.siblings(pod);
  if (selector.isEmpty) return [];
  const required = requiredNodes(pod);
  const shared = { minDomains: 1, selector, counts: required ?? (() => true) };
  return [
    { ...shared, topologyKey: hostname, maxSkew: 3 },
    { ...shared, topologyKey: "topology.kubernetes.io/zone", maxSkew: 5 },
  ];
}

interface RuleOptions {
  readonly pod: Pod;
  readonly rated: readonly KnownNode[];
  readonly world: ScoreWorld;
  readonly hasOwn: boolean;
  readonly constraints: readonly SpreadConstraint[];
}

/** How crowded nodes are by one constraint. Topologies with more domains weigh more, as their domains hold fewer. */
function ruleFor(
  { topologyKey, selector, maxSkew, counts }: SpreadConstraint,
  { pod, rated, world, hasOwn, constraints }: RuleOptions,
): (state: KnownNode) => number {
  const domainOf = ({ node }: KnownNode): string | undefined => node.metadata.labels?.[topologyKey];
  const countOn = (state: KnownNode): number => state.countSelected(selector, pod.metadata.namespace);
  const crowd = (count: number, size: number): number => count * Math.log(size + 2) + maxSkew - 1;
  if (topologyKey === hostname) {
    return (state) => (domainOf(state) === undefined ? 0 : crowd(countOn(state), rated.length));
  }
  if (rated.every((state) => domainOf(state) === undefined)) return () => 0;
  const sums = new Map<string | undefined, number>(rated.map((state) => [domainOf(state), 0]));
  for (const state of world.nodes) {
    if (hasOwn && !hasAllTopologies(state.node, constraints)) continue;
    const sum = sums.get(domainOf(state));
    if (sum !== undefined && counts(state.node)) sums.set(domainOf(state), sum + countOn(state));
  }
  return (state) => (domainOf(state) === undefined ? 0 : crowd(sums.get(domainOf(state)) ?? 0, sums.size));
}
