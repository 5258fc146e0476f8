import { controllerOf, jsonEqual, Selector } from "@kubewright/api";
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import type { Lister, TriggerEvent, TriggerRequest } from "@kubewright/runtime";
import type { ClusterController, ControllerContext } from "../cluster-controller.ts";
import { indexByController } from "../pod-control/controller-index.ts";
import { withoutConflicts } from "../pod-control/without-conflicts.ts";
import { DeploymentReconciler } from "./deployment-reconciler.ts";

/** The controller that rolls deployments out over replica sets. */
export function deploymentController(): ClusterController {
  return { name: "deployment-controller", addTo };
}

function addTo({ manager, clock }: ControllerContext): void {
  indexByController(manager, Pod);
  indexByController(manager, ReplicaSet);
  const deployments = manager.cache.informer(Deployment).lister;
  const replicaSets = manager.cache.informer(ReplicaSet).lister;
  manager
    .controller("deployment-controller", { maxConcurrentReconciles: 5 })
    .for(Deployment)
    .owns(ReplicaSet)
    .watches(ReplicaSet, (event) => deploymentsForOrphan(event, deployments))
    .watches(Pod, (event) => deploymentThatWaits(event, replicaSets, deployments))
    .reconcile(withoutConflicts(new DeploymentReconciler({ clock })));
}

/** The deployments that may want to adopt a set which nothing manages. */
function deploymentsForOrphan(
  event: TriggerEvent<ReplicaSet>,
  deployments: Pick<Lister<Deployment>, "list">,
): Iterable<TriggerRequest> {
  const { metadata } = event.object;
  if (event.type === "deleted" || controllerOf(event.object) !== undefined) return [];
  if (event.type === "updated" && controllerOf(event.old) === undefined) {
    if (jsonEqual(event.old.metadata.labels, metadata.labels)) return [];
  }
  return deployments
    .list({ namespace: metadata.namespace })
    .filter(({ spec }) => Selector.of(spec.selector).matches(metadata.labels ?? {}))
    .map((deployment) => deployment.metadata);
}

/** The deployment that recreates its pods, and may have waited for this one to go. */
function deploymentThatWaits(
  event: TriggerEvent<Pod>,
  replicaSets: Pick<Lister<ReplicaSet>, "get">,
  deployments: Pick<Lister<Deployment>, "get">,
): Iterable<TriggerRequest> {
  const { namespace } = event.object.metadata;
  const owner = event.type === "deleted" ? controllerOf(event.object) : undefined;
  if (owner?.kind !== "ReplicaSet" || namespace === undefined) return [];
  const set = replicaSets.get({ namespace, name: owner.name });
  const manager = set && controllerOf(set);
  if (manager?.kind !== "Deployment") return [];
  const deployment = deployments.get({ namespace, name: manager.name });
  return deployment?.spec.strategy?.type === "Recreate" ? [deployment.metadata] : [];
}
