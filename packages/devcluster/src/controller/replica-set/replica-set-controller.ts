import { controllerOf, jsonEqual, Selector } from "@kubewright/api";
import { ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import type { Lister, TriggerEvent, TriggerRequest } from "@kubewright/runtime";
import type { ClusterController, ControllerContext } from "../cluster-controller.ts";
import { indexByController } from "../pod-control/controller-index.ts";
import { withoutConflicts } from "../pod-control/without-conflicts.ts";
import { ReplicaSetReconciler } from "./replica-set-reconciler.ts";

/** The controller that keeps the pods of replica sets. */
export function replicaSetController(): ClusterController {
  return { name: "replicaset-controller", addTo };
}

function addTo({ manager, clock }: ControllerContext): void {
  indexByController(manager, Pod);
  indexByController(manager, ReplicaSet);
  const informer = manager.cache.informer(Pod);
  const pods = informer.lister;
  const podsVersion = () => informer.resourceVersionOf();
  const replicaSets = manager.cache.informer(ReplicaSet).lister;
  manager
    .controller("replicaset-controller", { maxConcurrentReconciles: 5 })
    .for(ReplicaSet)
    .owns(Pod)
    .watches(Pod, (event) => setsForOrphan(event, replicaSets))
    .reconcile(withoutConflicts(new ReplicaSetReconciler({ clock, pods, podsVersion, replicaSets })));
}

/** The sets that may want to adopt a pod which nothing manages. */
function setsForOrphan(
  event: TriggerEvent<Pod>,
  replicaSets: Pick<Lister<ReplicaSet>, "list">,
): Iterable<TriggerRequest> {
  const { metadata } = event.object;
  if (event.type === "deleted" || controllerOf(event.object) !== undefined) return [];
  if (event.type === "updated" && controllerOf(event.old) === undefined) {
    if (jsonEqual(event.old.metadata.labels, metadata.labels)) return [];
  }
  return replicaSets
    .list({ namespace: metadata.namespace })
    .filter(({ spec }) => Selector.of(spec.selector).matches(metadata.labels ?? {}))
    .map((set) => set.metadata);
}
