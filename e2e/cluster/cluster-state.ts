import type { Kind } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { Deployment } from "@kubewright/api/apps/v1";
import { Namespace, Pod, Service } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { ClusterRole, ClusterRoleBinding } from "@kubewright/api/rbac/v1";
import type { OneNode } from "./start-one-node.ts";

/** What of an operator could stay in a cluster: names by kind, and how many containers run. */
export type ClusterState = Readonly<Record<string, readonly string[] | number>>;

/** What there is now in the cluster of the things that operators bring along. */
export async function clusterState({ client, containers }: OneNode): Promise<ClusterState> {
  const kinds: readonly Kind[] = [
    Namespace,
    CustomResourceDefinition,
    ClusterRole,
    ClusterRoleBinding,
    Deployment,
    Pod,
    PodDisruptionBudget,
    Service,
  ];
  const state: Record<string, string[] | number> = {};
  for (const kind of kinds) {
    const { items } = await client.list(kind);
    state[kind.kind] = items.map(({ metadata: { namespace = "", name } }) => `${namespace}/${name}`).sort();
  }
  state.containers = (await containers()).size;
  return state;
}
