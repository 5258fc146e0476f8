import { hasCause, isConflict, isNotFound, jsonEqual, ownerReferenceTo, Selector } from "@kubewright/api";
import { type Node, Pod, Service } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery/v1";
import { type EventRecorder, type ReconcileContext, type Reconciler, Result } from "@kubewright/runtime";
import { type AddressType, addressTypesOf } from "./address-type.ts";
import { planSlices, type SlicePlan } from "./plan-slices.ts";
import { TriggerTimes } from "./trigger-times.ts";
import { managedBy, sliceLabels, wantedSlices } from "./wanted-slices.ts";

const triggerAnnotation = "endpoints.kubernetes.io/last-change-trigger-time";

export interface EndpointSliceReconcilerOptions {
  nodeOf(name: string): Node | undefined;
  readonly events: EventRecorder;
}

/** Keeps the EndpointSlices of a service as its pods are. */
export class EndpointSliceReconciler implements Reconciler {
  readonly #options: EndpointSliceReconcilerOptions;
  readonly #triggerTimes = new TriggerTimes();

  constructor(options: EndpointSliceReconcilerOptions) {
    this.#options = options;
  }

  async reconcile(context: ReconcileContext): Promise<Result> {
    const { key, client, signal } = context;
    const service = await client.find(Service, key, { signal });
    if (service === undefined) {
      // Slices of a service that is gone are the garbage collector's.
      this.#triggerTimes.forget(key);
      return Result.done();
    }
    const { selector, type } = service.spec ?? {};
    if (selector === undefined || Object.keys(selector).length === 0 || type === "ExternalName") return Result.done();
    try {
      await this.#sync(service, Selector.forLabels(selector), context);
    } catch (error) {
      // What was read is not the newest: it will be looked at again for that.
      if (isConflict(error)) return Result.requeueAfter(0);
      const { namespace, name } = service.metadata;
      const cause = error instanceof Error ? error.message : String(error);
      const note = `Error updating Endpoint Slices for Service ${namespace}/${name}: ${cause}`;
      this.#options.events.warning(service, { reason: "FailedToUpdateEndpointSlices", note });
      throw error;
    }
    return Result.done();
  }

  async #sync(service: Service, selector: Selector, context: ReconcileContext): Promise<void> {
    const { client, signal } = context;
    const { namespace, name, uid } = service.metadata;
    const own = `kubernetes.io/service-name=${name},endpointslice.kubernetes.io/managed-by=${managedBy}`;
    const { items: slices } = await client.list(EndpointSlice, { namespace, labelSelector: own, signal });
    const { items: pods } = await client.list(Pod, { namespace, labelSelector: selector.toString(), signal });
    const trigger = this.#triggerTimes.next(service, pods);
    const labels = sliceLabels(service);
    const types = addressTypesOf(service);
    const isOwn = (slice: EndpointSlice): boolean =>
      slice.metadata.ownerReferences?.some((owner) => owner.uid === uid && owner.kind === "Service") === true;
    const existing = slices.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const problems: string[] = [];
    for (const addressType of types) {
      const wanted = wantedSlices({ service, pods, addressType, nodeOf: this.#options.nodeOf });
      const plan = planSlices(
        existing.filter((slice) => slice.addressType === addressType && isOwn(slice)),
        wanted.groups,
        (slice) => !jsonEqual(slice.metadata.labels ?? {}, labels),
      );
      await carryOut(plan, { service, addressType, labels, trigger, context });
      for (const { metadata, spec } of wanted.withoutNode) {
        problems.push(
          `skipping Pod ${metadata.name} for Service ${namespace}/${name}: Node ${spec.nodeName ?? ""} Not Found`,
        );
      }
    }
    const strangers = existing.filter((slice) => !types.some((type) => type === slice.addressType) || !isOwn(slice));
    for (const slice of strangers) await client.delete(slice, { signal }).catch(ignoreMissing);
    if (problems.length > 0) throw new Error(problems.length === 1 ? problems[0] : `[${problems.join(", ")}]`);
  }
}

interface CarryOutOptions {
  readonly service: Service;
  readonly addressType: AddressType;
  readonly labels: Readonly<Record<string, string>>;
  readonly trigger: string | undefined;
  readonly context: ReconcileContext;
}

async function carryOut(
  { create, update, remove }: SlicePlan,
  { service, addressType, labels, trigger, context: { client, signal } }: CarryOutOptions,
): Promise<void> {
  const { namespace, name, deletionTimestamp } = service.metadata;
  if (deletionTimestamp === undefined) {
    for (const { ports, endpoints } of create) {
      const slice = EndpointSlice.of({
        metadata: {
          generateName: `${name}-`,
          namespace,
          labels: { ...labels },
          ...(trigger !== undefined && { annotations: { [triggerAnnotation]: trigger } }),
          ownerReferences: [{ ...ownerReferenceTo(service), controller: true, blockOwnerDeletion: true }],
        },
        addressType,
        ports: [...ports],
        endpoints: [...endpoints],
      });
      try {
        await client.create(slice, { signal });
      } catch (error) {
        if (hasCause(error, "NamespaceTerminating")) return;
        throw error;
      }
    }
  }
  for (const { slice, ports, endpoints } of update) {
    const { [triggerAnnotation]: before, ...others } = slice.metadata.annotations ?? {};
    const annotations = trigger === undefined ? others : { ...others, [triggerAnnotation]: trigger };
    const metadata = { ...slice.metadata, labels: { ...labels }, annotations };
    await client.update({ ...slice, metadata, ports: [...ports], endpoints: [...endpoints] }, { signal });
  }
  for (const slice of remove) await client.delete(slice, { signal }).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
