import { jsonEqual } from "@kubewright/api";
import { Node, Pod, Service } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery/v1";
import type { ObjectStore, TriggerEvent, TriggerRequest } from "@kubewright/runtime";
import type { ClusterController, ControllerContext } from "../cluster-controller.ts";
import { EndpointSliceReconciler } from "./endpoint-slice-reconciler.ts";

/** The controller that tells where services are served. */
export function endpointSliceController(): ClusterController {
  return { name: "endpointslice-controller", addTo };
}

function addTo({ manager }: ControllerContext): void {
  const services = manager.cache.informer(Service);
  const nodes = manager.cache.informer(Node);
  manager
    .controller("endpointslice-controller", { maxConcurrentReconciles: 5 })
    .for(Service)
    .owns(EndpointSlice)
    .watches(Pod, (event) => servicesOf(event, services.store))
    .reconcile(
      new EndpointSliceReconciler({
        nodeOf: (name) => nodes.store.get(name),
        events: manager.events("endpoint-slice-controller"),
      }),
    );
}

/** The services that select a pod, or did. */
function servicesOf(event: TriggerEvent<Pod>, services: ObjectStore<Service>): TriggerRequest[] {
  const pods = event.type === "updated" ? [event.old, event.object] : [event.object];
  if (event.type === "updated" && !matters(event.old, event.object)) return [];
  return [...services.list(event.object.metadata.namespace)]
    .filter(({ spec }) => pods.some((pod) => selects(spec?.selector, pod)))
    .map((service) => service.metadata);
}

function selects(selector: Readonly<Record<string, string>> | undefined, { metadata }: Pod): boolean {
  const wanted = Object.entries(selector ?? {});
  return wanted.length > 0 && wanted.every(([name, value]) => metadata.labels?.[name] === value);
}

/** Whether anything changed that a slice shows. */
function matters(old: Pod, now: Pod): boolean {
  const shown = ({ metadata, spec, status }: Pod): unknown => [
    metadata.labels ?? {},
    metadata.deletionTimestamp ?? "",
    spec?.nodeName ?? "",
    spec?.hostname ?? "",
    status?.podIPs ?? [],
    status?.phase === "Succeeded" || status?.phase === "Failed",
    status?.conditions?.find(({ type }) => type === "Ready")?.status ?? "",
  ];
  return !jsonEqual(shown(old), shown(now));
}
