import type { NodeCheck, Refusal, World } from "../filter/filter.ts";
import { filters } from "../filter/filters.ts";
import type { KnownNode } from "../view/known-node.ts";
import type { PodFacts } from "../view/pod-facts.ts";

/** Why a pod fits nowhere. */
export interface Misfit {
  /** What was clear before any node was looked at. */
  readonly reason?: string | undefined;
  /** By node. */
  readonly refusals: ReadonlyMap<KnownNode, Refusal>;
  /** The filters that had a say: changes that help none of them do not help. */
  readonly filters: ReadonlySet<string>;
}

/** The nodes on which a pod can be. When there are none, why. */
export interface Fitting extends Misfit {
  readonly nodes: readonly KnownNode[];
}

/** Asks all filters about all nodes. */
export function findFitting(pod: PodFacts, world: World): Fitting {
  const checks: { readonly name: string; readonly check: NodeCheck }[] = [];
  let names: ReadonlySet<string> | undefined;
  for (const filter of filters) {
    const preparation = filter.prepare(pod, world);
    if (preparation.type === "refused") {
      return { nodes: [], reason: preparation.reason, refusals: new Map(), filters: new Set([filter.name]) };
    }
    if (preparation.type === "skip") continue;
    names = preparation.nodeNames ?? names;
    checks.push({ name: filter.name, check: preparation.check });
  }
  const nodes: KnownNode[] = [];
  const refusals = new Map<KnownNode, Refusal>();
  const refused = new Set<string>();
  for (const node of world.nodes) {
    if (names !== undefined && !names.has(node.node.metadata.name)) {
      refusals.set(node, unnamed);
      refused.add(namedBy);
      continue;
    }
    const found = firstRefusal(checks, node);
    if (found === undefined) nodes.push(node);
    else {
      refusals.set(node, found.refusal);
      refused.add(found.name);
    }
  }
  return { nodes, refusals, filters: refused };
}

const namedBy = "NodeAffinity";
const unnamed: Refusal = { reasons: [`node(s) didn't satisfy plugin(s) [${namedBy}]`], isResolvable: false };

function firstRefusal(
  checks: readonly { readonly name: string; readonly check: NodeCheck }[],
  node: KnownNode,
): { readonly name: string; readonly refusal: Refusal } | undefined {
  for (const { name, check } of checks) {
    const refusal = check(node);
    if (refusal !== undefined) return { name, refusal };
  }
  return undefined;
}
