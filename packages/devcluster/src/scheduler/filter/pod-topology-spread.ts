import { jsonEqual } from "@kubewright/api";
import type { Node, Pod } from "@kubewright/api/core/v1";
import { requiredNodes } from "../rule/node-selection.ts";
import { hasAllTopologies, type SpreadConstraint, spreadConstraints } from "../rule/spread-constraint.ts";
import type { KnownNode } from "../view/known-node.ts";
import { type Filter, type NodeCheck, refusal, skip } from "./filter.ts";

const unbalanced = refusal("node(s) didn't match pod topology spread constraints", { isResolvable: true });
const unlabelled = refusal("node(s) didn't match pod topology spread constraints (missing required label)", {
  isResolvable: false,
});

/** Pods are spread over the domains of a topology. */
export const podTopologySpread: Filter = {
  name: "PodTopologySpread",
  prepare({ pod }, { nodes }) {
    const constraints = strictConstraints(pod);
    return constraints.length === 0 ? skip : { type: "check", check: spreadCheck(pod, constraints, nodes) };
  },
  mayHelp({ pod }, change) {
    const constraints = strictConstraints(pod);
    const areMeant = ({ metadata }: Pod): boolean[] =>
      constraints.map(
        ({ selector }) => metadata.namespace === pod.metadata.namespace && selector.matches(metadata.labels),
      );
    switch (change.kind) {
      case "node":
        return nodeMatters(constraints, change.old, change.now);
      case "pod itself":
        return (
          !jsonEqual(areMeant(change.old), areMeant(change.now)) ||
          !jsonEqual(change.old.spec.tolerations, change.now.spec.tolerations)
        );
      case "placed pod": {
        const none = constraints.map(() => false);
        const [before, after] = [change.old, change.now].map((one) => (one === undefined ? none : areMeant(one)));
        return !jsonEqual(before, after);
      }
      case "claim":
        return false;
    }
  },
};

function strictConstraints(pod: Pod): SpreadConstraint[] {
  return spreadConstraints(pod, { whenUnsatisfiable: "DoNotSchedule", required: requiredNodes(pod) });
}

function spreadCheck(pod: Pod, constraints: readonly SpreadConstraint[], nodes: readonly KnownNode[]): NodeCheck {
  const rules = constraints.map((constraint) => {
    const counts = new Map<string, number>();
    for (const state of nodes) {
      if (!hasAllTopologies(state.node, constraints) || !constraint.counts(state.node)) continue;
      const domain = state.node.metadata.labels![constraint.topologyKey]!;
      const count = state.countSelected(constraint.selector, pod.metadata.namespace);
      counts.set(domain, (counts.get(domain) ?? 0) + count);
    }
    const least = counts.size < constraint.minDomains ? 0 : Math.min(...counts.values());
    const self = constraint.selector.matches(pod.metadata.labels) ? 1 : 0;
    return {
      ...constraint,
      allows: (domain: string) => (counts.get(domain) ?? 0) + self - least <= constraint.maxSkew,
    };
  });
  return ({ node }) => {
    for (const { topologyKey, allows } of rules) {
      const domain = node.metadata.labels?.[topologyKey];
      if (domain === undefined) return unlabelled;
      if (!allows(domain)) return unbalanced;
    }
    return undefined;
  };
}

function nodeMatters(constraints: readonly SpreadConstraint[], old: Node | undefined, now: Node | undefined): boolean {
  const shown = (node: Node | undefined): unknown =>
    node !== undefined && hasAllTopologies(node, constraints)
      ? [constraints.map(({ topologyKey }) => node.metadata.labels?.[topologyKey]), node.spec?.taints ?? []]
      : null;
  return !jsonEqual(shown(old), shown(now));
}
