import type { PersistentVolumeClaim } from "@kubewright/api/core/v1";
import type { NamespaceLabels } from "../rule/affinity-term.ts";
import type { ClusterChange } from "../view/cluster-change.ts";
import type { KnownNode } from "../view/known-node.ts";
import type { PodFacts } from "../view/pod-facts.ts";

/** Why a pod cannot be on a node. */
export interface Refusal {
  readonly reasons: readonly string[];
  /** Whether it could be, if other pods were not there. */
  readonly isResolvable: boolean;
}

/** Says why a pod cannot be on a node; undefined for one on which it can. */
export type NodeCheck = (node: KnownNode) => Refusal | undefined;

/** What filters need to know beside the pod. */
export interface World {
  readonly nodes: readonly KnownNode[];
  readonly namespaceLabels: NamespaceLabels;
  claim(namespace: string | undefined, name: string): PersistentVolumeClaim | undefined;
}

/** What a filter finds out about a pod before it looks at nodes. */
export type Preparation =
  /** It has nothing to say of this pod. */
  | { readonly type: "skip" }
  /** `nodeNames`: those alone come into question. */
  | { readonly type: "check"; readonly check: NodeCheck; readonly nodeNames?: ReadonlySet<string> | undefined }
  /** No node will do. */
  | { readonly type: "refused"; readonly reason: string };

/** One rule by which nodes are ruled out. */
export interface Filter {
  /** The reference's name: it is in messages. */
  readonly name: string;
  prepare(pod: PodFacts, world: World): Preparation;
  /** Whether a pod that this filter kept from nodes may pass it after a change. */
  mayHelp(pod: PodFacts, change: ClusterChange, world: Pick<World, "namespaceLabels">): boolean;
}

export const skip: Preparation = { type: "skip" };

/** A refusal for one reason. */
export function refusal(reason: string, options: { readonly isResolvable: boolean }): Refusal {
  return { reasons: [reason], isResolvable: options.isResolvable };
}
