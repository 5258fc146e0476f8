import { type StatusCause, semanticEqual } from "@kubewright/api";
import type { Container, Pod, PodSpec, ResourceRequirements } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField } from "@kubewright/api/server";
import { knownAnnotation } from "../../../../resource/known-annotation.ts";
import { qosClassOf } from "../../../strategy/qos-class.ts";
import { checkPod, podSpecOf } from "../pod.ts";
import { isSameSpec } from "./pod-change.ts";

type Amounts = Readonly<Record<string, string>>;

const resizable = ["cpu", "memory"];

/** Adds what is wrong with a change of what a pod that is there asks for. */
export function checkResize(pod: Pod, old: Pod, causes: StatusCause[]): void {
  const spec = podSpecOf(pod);
  const oldSpec = podSpecOf(old);
  if (old.metadata.annotations?.[knownAnnotation.mirrorPod] !== undefined) {
    return void causes.push(forbiddenField("", "static pods cannot be resized"));
  }
  if (oldSpec.os?.name === "windows") return void causes.push(forbiddenField("", "windows pods cannot be resized"));
  checkPod(pod, causes);
  if ((old.status?.qosClass ?? qosClassOf(oldSpec)) !== qosClassOf(spec)) {
    const detail = "Pod QOS Class may not change as a result of resizing";
    causes.push(invalidField("spec", pod.status?.qosClass ?? "", detail));
  }
  const running = old.status?.containerStatuses?.find(({ state }) => state?.running !== undefined);
  if (running !== undefined && running.resources === undefined) {
    causes.push(forbiddenField("spec", "Pod running on node without support for resize"));
  }
  checkPodResize(spec.resources, oldSpec.resources, causes);
  if (!checkSameContainers(spec, oldSpec, causes)) return;
  checkRemovals(spec.initContainers, oldSpec.initContainers, "spec.initContainers", causes);
  checkRemovals(spec.containers, oldSpec.containers, "spec.containers", causes);
  const unsized = withoutResize(spec, oldSpec);
  checkContainerResize(spec, unsized, oldSpec, causes);
  if (causes.length === 0 && !isSameSpec(unsized, oldSpec)) {
    causes.push(forbiddenField("spec", "only cpu and memory resources are mutable"));
  }
}

function checkPodResize(
  resources: ResourceRequirements | undefined,
  old: ResourceRequirements | undefined,
  causes: StatusCause[],
): void {
  if (!asksForSomething(resources) && !asksForSomething(old)) return;
  if (old !== undefined) {
    if (resources === undefined) {
      return void causes.push(forbiddenField("spec.resources", "pod-level resources cannot be removed"));
    }
    for (const kind of ["requests", "limits"] as const) {
      if (!isRemoved(resources[kind], old[kind])) continue;
      causes.push(forbiddenField(`spec.resources.${kind}`, `pod-level resource ${kind} cannot be removed`));
    }
  }
  const unsized = unsizedResources(resources, old);
  if (!semanticEqual({ resources: unsized }, { resources: old ?? {} })) {
    causes.push(forbiddenField("spec", "only cpu and memory resources are mutable at pod-level"));
  }
}

/** False when nothing more can be said. */
function checkSameContainers(spec: PodSpec, old: PodSpec, causes: StatusCause[]): boolean {
  const before = causes.length;
  for (const list of ["containers", "initContainers"] as const) {
    const containers = spec[list] ?? [];
    const oldContainers = old[list] ?? [];
    if (containers.length !== oldContainers.length) {
      causes.push(forbiddenField(`spec.${list}`, `${list} may not be added or removed on resize`));
      continue;
    }
    for (const [index, { name }] of oldContainers.entries()) {
      if (containers[index]?.name === name) continue;
      causes.push(forbiddenField(`spec.${list}[${index}].name`, `${list} may not be renamed or reordered on resize`));
    }
  }
  return causes.length === before;
}

function checkRemovals(
  containers: readonly Container[] = [],
  old: readonly Container[] = [],
  field: string,
  causes: StatusCause[],
): void {
  for (const [index, { resources: oldResources }] of old.entries()) {
    for (const kind of ["requests", "limits"] as const) {
      if (!isRemoved(containers[index]?.resources?.[kind], oldResources?.[kind])) continue;
      causes.push(forbiddenField(`${field}[${index}].resources.${kind}`, `resource ${kind} cannot be removed`));
    }
  }
}

function checkContainerResize(spec: PodSpec, unsized: PodSpec, old: PodSpec, causes: StatusCause[]): void {
  for (const [index, container] of (unsized.containers ?? []).entries()) {
    if (isSameContainer(container, old.containers[index])) continue;
    causes.push(forbiddenField("spec", "only cpu and memory resources are mutable"));
  }
  for (const [index, container] of (unsized.initContainers ?? []).entries()) {
    const field = `spec.initContainers[${index}]`;
    const oldContainer = old.initContainers?.[index];
    if (!isSameContainer(container, oldContainer)) {
      const detail = "only cpu and memory resources for init or sidecar containers are mutable";
      causes.push(forbiddenField(field, detail));
    }
    const isChanged = !isSameContainer(spec.initContainers?.[index], oldContainer);
    if (!isChanged || container.restartPolicy === "Always") continue;
    for (const { restartPolicy } of container.resizePolicy ?? []) {
      if (restartPolicy !== "RestartContainer") continue;
      const detail = "non-sidecar init containers with a resize policy of RestartContainer cannot be resized";
      causes.push(forbiddenField(field, detail));
    }
  }
}

function isSameContainer(container: Container | undefined, old: Container | undefined): boolean {
  return semanticEqual(container ?? null, old ?? null, { kind: { apiVersion: "v1" } });
}

/** The spec with the old amounts of what may change. */
function withoutResize(spec: PodSpec, old: PodSpec): PodSpec {
  const unsized: PodSpec = { ...spec, containers: unsizedContainers(spec.containers, old.containers) };
  if (spec.initContainers !== undefined) {
    unsized.initContainers = unsizedContainers(spec.initContainers, old.initContainers ?? []);
  }
  if (asksForSomething(spec.resources) || asksForSomething(old.resources)) {
    const resources = unsizedResources(spec.resources, old.resources);
    if (old.resources === undefined && Object.keys(resources).length === 0) delete unsized.resources;
    else unsized.resources = resources;
  }
  return unsized;
}

function unsizedContainers(containers: readonly Container[], old: readonly Container[]): Container[] {
  return containers.map((container, index) => {
    const { claims: _, ...resources } = unsizedResources(container.resources, old[index]?.resources);
    return { ...container, resources };
  });
}

function unsizedResources(
  resources: ResourceRequirements | undefined,
  old: ResourceRequirements | undefined,
): ResourceRequirements {
  const unsized: ResourceRequirements = { ...resources };
  for (const kind of ["requests", "limits"] as const) {
    const amounts = { ...resources?.[kind] };
    for (const name of resizable) {
      const before = old?.[kind]?.[name];
      if (before === undefined) delete amounts[name];
      else amounts[name] = before;
    }
    if (Object.keys(amounts).length === 0) delete unsized[kind];
    else unsized[kind] = amounts;
  }
  return unsized;
}

function asksForSomething(resources: ResourceRequirements | undefined): boolean {
  return Object.keys({ ...resources?.requests, ...resources?.limits }).length > 0;
}

function isRemoved(amounts: Amounts | undefined, old: Amounts | undefined): boolean {
  return Object.keys(old ?? {}).some((name) => amounts?.[name] === undefined);
}
