import { type Requirement, Selector, type SelectorOperator } from "@kubewright/api";
import type { Node, NodeSelectorRequirement, NodeSelectorTerm, Pod } from "@kubewright/api/core/v1";

/** Says of nodes whether they are meant. */
export type NodeMatch = (node: Node) => boolean;

const operators: Readonly<Record<NodeSelectorRequirement["operator"], SelectorOperator>> = {
  In: "in",
  NotIn: "notin",
  Exists: "exists",
  DoesNotExist: "!",
  Gt: "gt",
  Lt: "lt",
};

/** Where a pod must run by its node selector and its required node affinity; undefined for one that may run anywhere. */
export function requiredNodes({ spec }: Pod): NodeMatch | undefined {
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (spec.nodeSelector === undefined && required === undefined) return undefined;
  const selector = Selector.forLabels(spec.nodeSelector ?? {});
  const terms = required?.nodeSelectorTerms?.map(termMatch);
  return (node) =>
    selector.matches(node.metadata.labels) && (terms === undefined || terms.some((isMatch) => isMatch(node)));
}

/** Which nodes a term means. One without requirements means none. */
export function termMatch({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm): NodeMatch {
  if (matchExpressions.length === 0 && matchFields.length === 0) return () => false;
  const labels = selectorOf(matchExpressions);
  const fields = selectorOf(matchFields);
  return ({ metadata }) => labels.matches(metadata.labels) && fields.matches({ "metadata.name": metadata.name });
}

/** The names to which required affinity limits a pod; undefined where it does not do so by name. */
export function requiredNodeNames({ spec }: Pod): ReadonlySet<string> | undefined {
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  if (terms.length === 0) return undefined;
  const names = new Set<string>();
  for (const { matchFields = [] } of terms) {
    const lists = matchFields
      .filter(({ key, operator }) => key === "metadata.name" && operator === "In")
      .map(({ values }) => values ?? []);
    const [first, ...others] = lists;
    if (first === undefined) return undefined;
    for (const name of first) if (others.every((list) => list.includes(name))) names.add(name);
  }
  return names;
}

function selectorOf(requirements: readonly NodeSelectorRequirement[]): Selector {
  const parts = requirements.map(
    ({ key, operator, values }): Requirement => ({ key, operator: operators[operator], values: values ?? [] }),
  );
  try {
    return Selector.everything.and(...parts);
  } catch {
    // The server takes values that no label can have: nothing has them.
    return Selector.nothing;
  }
}
