import { controllerOf, formatKey, jsonEqual, Selector } from "@kubewright/api";
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import type { EventRecorder, ObjectStore, TriggerEvent, TriggerRequest } from "@kubewright/runtime";
import type { ClusterController, ControllerContext } from "../cluster-controller.ts";
import { isPodReady } from "../pod-control/pod-state.ts";
import { withoutConflicts } from "../pod-control/without-conflicts.ts";
import { DisruptionBudgetReconciler } from "./disruption-budget-reconciler.ts";
import { ScaleLookup } from "./scale-lookup.ts";
import { hasDisruptionMark, StaleMarkReconciler } from "./stale-mark-reconciler.ts";

/** The controller that says how many pods of a disruption budget may be evicted. */
export function disruptionController(): ClusterController {
  return { name: "disruption-controller", addTo };
}

function addTo({ manager, clock }: ControllerContext): void {
  const budgets = manager.cache.informer(PodDisruptionBudget).store;
  const replicaSets = manager.cache.informer(ReplicaSet).store;
  const deployments = manager.cache.informer(Deployment).store;
  // The real one's events have this name.
  const events = manager.events("controllermanager");
  const scales = new ScaleLookup({
    replicaSet: (key) => replicaSets.get(formatKey(key)),
    deployment: (key) => deployments.get(formatKey(key)),
  });
  manager
    .controller("disruption-controller")
    .for(PodDisruptionBudget)
    .watches(Pod, (event) => budgetsOf(event, budgets, events))
    .reconcile(withoutConflicts(new DisruptionBudgetReconciler({ clock, scales, events })));
  manager
    .controller("disruption-mark-controller")
    .for(Pod, { predicates: [({ object }) => hasDisruptionMark(object)] })
    .reconcile(withoutConflicts(new StaleMarkReconciler(clock)));
}

/** The budgets that a pod counts for, or did. */
function budgetsOf(
  event: TriggerEvent<Pod>,
  budgets: ObjectStore<PodDisruptionBudget>,
  events: EventRecorder,
): TriggerRequest[] {
  const { object } = event;
  const found: TriggerRequest[] = [];
  for (const { metadata, spec } of budgets.list(object.metadata.namespace)) {
    if (Selector.from(spec?.selector).matches(object.metadata.labels)) found.push(metadata);
  }
  if (found.length > 1) {
    const { namespace, name } = object.metadata;
    const note = `Pod "${namespace}"/"${name}" matches multiple PodDisruptionBudgets.  Chose "${found[0]!.name}" arbitrarily.`;
    events.warning(object, { reason: "MultiplePodDisruptionBudgets", note });
  }
  if (event.type !== "updated") return found;
  if (jsonEqual(event.old.metadata.labels, object.metadata.labels)) {
    return found.length > 0 && matters(event.old, object) ? found : [];
  }
  for (const { metadata, spec } of budgets.list(object.metadata.namespace)) {
    if (Selector.from(spec?.selector).matches(event.old.metadata.labels)) found.push(metadata);
  }
  return found;
}

/** Whether anything changed that a budget counts. */
function matters(old: Pod, now: Pod): boolean {
  return (
    isPodReady(old) !== isPodReady(now) ||
    old.metadata.deletionTimestamp !== now.metadata.deletionTimestamp ||
    controllerOf(old)?.uid !== controllerOf(now)?.uid
  );
}
