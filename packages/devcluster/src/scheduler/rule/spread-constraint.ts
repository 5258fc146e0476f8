import { Selector } from "@kubewright/api";
import type { Node, Pod, TopologySpreadConstraint } from "@kubewright/api/core/v1";
import type { NodeMatch } from "./node-selection.ts";
import { hasForbiddingTaint } from "./tolerates.ts";

/** How far the pods of a topology's domains may be out of balance. */
export interface SpreadConstraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly minDomains: number;
  readonly selector: Selector;
  /** Whether a node's pods count. */
  counts(node: Node): boolean;
}

export interface ConstraintOptions {
  readonly whenUnsatisfiable: TopologySpreadConstraint["whenUnsatisfiable"];
  /** Where the pod must run. */
  readonly required: NodeMatch | undefined;
}

/** The constraints of a pod of one strictness. */
export function spreadConstraints(pod: Pod, { whenUnsatisfiable, required }: ConstraintOptions): SpreadConstraint[] {
  return (pod.spec.topologySpreadConstraints ?? [])
    .filter((constraint) => constraint.whenUnsatisfiable === whenUnsatisfiable)
    .map(({ topologyKey, maxSkew, minDomains = 1, nodeAffinityPolicy, nodeTaintsPolicy, ...rest }) => ({
      topologyKey,
      maxSkew,
      minDomains,
      selector: selectorFor(rest, pod),
      counts: (node: Node) =>
        (nodeAffinityPolicy === "Ignore" || required === undefined || required(node)) &&
        (nodeTaintsPolicy !== "Honor" || !hasForbiddingTaint(node.spec?.taints, pod.spec.tolerations)),
    }));
}

/** Whether a node has a label for the topology of each constraint. */
export function hasAllTopologies(node: Node, constraints: readonly SpreadConstraint[]): boolean {
  return constraints.every(({ topologyKey }) => node.metadata.labels?.[topologyKey] !== undefined);
}

function selectorFor(
  { labelSelector, matchLabelKeys = [] }: Pick<TopologySpreadConstraint, "labelSelector" | "matchLabelKeys">,
  { metadata }: Pod,
): Selector {
  const own = matchLabelKeys.flatMap((key) => {
    const value = metadata.labels?.[key];
    return value === undefined ? [] : [{ key, operator: "=" as const, values: [value] }];
  });
  return Selector.from(labelSelector).and(...own);
}
