import type { Pod, PodSpec } from "@kubewright/api/core/v1";
import type { PriorityClass } from "@kubewright/api/scheduling/v1";
import type { AdmissionPlugin, AdmissionRequest } from "../../resource/admission-plugin.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import { forbidWrite, isWriteOf } from "../forbid-write.ts";

const collection = "scheduling.k8s.io/priorityclasses";

/** Pods get the number of their priority class; at most one class is the default. */
export function priorityAdmission(store: ObjectStore): AdmissionPlugin {
  return {
    name: "Priority",
    admit(request) {
      if (!isWriteOf(request, "", "pods") || request.object === undefined) return;
      if (request.operation === "CREATE") setPriority(store, request);
      else if (request.operation === "UPDATE") keepPriority(request);
    },
    validate(request) {
      if (!isWriteOf(request, "scheduling.k8s.io", "priorityclasses")) return;
      const object = request.object as unknown as PriorityClass | undefined;
      if (object?.globalDefault !== true) return;
      const other = defaultClass(store)?.metadata.name;
      if (other === undefined || (request.operation === "UPDATE" && other === object.metadata.name)) return;
      throw forbidWrite(request, `PriorityClass ${other} is already marked as default. Only one default can exist`);
    },
  };
}

function setPriority(store: ObjectStore, request: AdmissionRequest): void {
  const spec = (request.object as unknown as Pod).spec as PodSpec;
  const found = spec.priorityClassName ? classNamed(store, request, spec.priorityClassName) : defaultClass(store);
  const priority = found?.value ?? 0;
  const policy = found === undefined ? "PreemptLowerPriority" : found.preemptionPolicy;
  if (found?.metadata.name !== undefined) spec.priorityClassName = found.metadata.name;
  if (spec.priority !== undefined && spec.priority !== priority) {
    throw forbidWrite(
      request,
      `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${priority} from the given PriorityClass name`,
    );
  }
  spec.priority = priority;
  if (policy === undefined) return;
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== policy) {
    throw forbidWrite(
      request,
      `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${policy} from the given PriorityClass name`,
    );
  }
  spec.preemptionPolicy = policy;
}

/** Writers that leave out what was computed do not mean to change it. */
function keepPriority({ object, old }: AdmissionRequest): void {
  const spec = (object as unknown as Pod).spec as PodSpec;
  const oldSpec = (old as unknown as Pod | undefined)?.spec;
  if (oldSpec?.priority !== undefined) spec.priority ??= oldSpec.priority;
  if (oldSpec?.preemptionPolicy !== undefined) spec.preemptionPolicy ??= oldSpec.preemptionPolicy;
}

function classNamed(store: ObjectStore, request: AdmissionRequest, name: string): PriorityClass {
  const found = store.get(collection, "", name);
  if (found === undefined) throw forbidWrite(request, `no PriorityClass with name ${name} was found`);
  return found.object as unknown as PriorityClass;
}

function defaultClass(store: ObjectStore): PriorityClass | undefined {
  const defaults = store
    .list(collection)
    .items.map(({ object }) => object as unknown as PriorityClass)
    .filter(({ globalDefault }) => globalDefault === true);
  return defaults.reduce<PriorityClass | undefined>(
    (least, next) => (least === undefined || (least.value ?? 0) > (next.value ?? 0) ? next : least),
    undefined,
  );
}
