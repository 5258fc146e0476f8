import { type Clock, formatTime, isNotFound, jsonEqual, ownerReferenceTo, Selector } from "@kubewright/api";
import { Pod, Service } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery/v1";
import type { ReconcileContext, Reconciler } from "@kubewright/runtime";
import { planSlices } from "./plan-slices.ts";
import { managedBy, sliceLabels, wantedSlices } from "./wanted-slices.ts";

/** When what the slices say last changed, as far as the controller knows. */
const triggerAnnotation = "endpoints.kubernetes.io/last-change-trigger-time";

/** Keeps the EndpointSlices of a service as its pods are. */
export class EndpointSliceReconciler implements Reconciler {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async reconcile({ key, client, signal }: ReconcileContext): Promise<void> {
    const service = await client.find(Service, key, { signal });
    // Slices of a service that is gone are the garbage collector's.
    if (service === undefined || service.metadata.deletionTimestamp !== undefined) return;
    const { selector, type } = service.spec ?? {};
    if (selector === undefined || Object.keys(selector).length === 0 || type === "ExternalName") return;

    const { namespace, name } = service.metadata;
    const labelSelector = `kubernetes.io/service-name=${name},endpointslice.kubernetes.io/managed-by=${managedBy}`;
    const { items: existing } = await client.list(EndpointSlice, { namespace, labelSelector, signal });
    const { items: pods } = await client.list(Pod, {
      namespace,
      labelSelector: Selector.forLabels(selector).toString(),
      signal,
    });

    const labels = sliceLabels(service);
    const isStale = (slice: EndpointSlice): boolean => !jsonEqual(slice.metadata.labels ?? {}, labels);
    const plan = planSlices(
      existing.filter((slice) => slice.metadata.deletionTimestamp === undefined),
      wantedSlices(service, pods),
      isStale,
    );
    const annotations = { [triggerAnnotation]: formatTime(this.#clock.now()) };
    for (const { slice, ports, endpoints } of plan.update) {
      const metadata = { ...slice.metadata, labels, annotations: { ...slice.metadata.annotations, ...annotations } };
      await client.update({ ...slice, metadata, ports: [...ports], endpoints: [...endpoints] }, { signal });
    }
    for (const { ports, endpoints } of plan.create) {
      await client.create(
        EndpointSlice.of({
          metadata: {
            generateName: `${name}-`,
            namespace,
            labels,
            annotations,
            ownerReferences: [{ ...ownerReferenceTo(service), controller: true, blockOwnerDeletion: true }],
          },
          addressType: service.spec?.ipFamilies?.[0] === "IPv6" ? "IPv6" : "IPv4",
          ports: [...ports],
          endpoints: [...endpoints],
        }),
        { signal },
      );
    }
    for (const slice of plan.remove) await client.delete(slice, { signal }).catch(ignoreMissing);
  }
}

function ignoreMissing(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
