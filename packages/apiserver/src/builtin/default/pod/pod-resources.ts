import type { Container, PodSpec } from "@kubewright/api/core/v1";
import { addResources, isHugePages, type ResourceList, raiseResources } from "./resource-list.ts";

/** Fills in what a pod as a whole asks for, once it says something of it, from what its containers ask for. */
export function defaultPodResources(spec: PodSpec): void {
  const { resources } = spec;
  if (resources === undefined) return;
  defaultHugePages(spec, resources);
  if (isEmpty(resources.limits)) return;
  const requests: ResourceList = { ...resources.requests };
  for (const [name, amount] of Object.entries(neededResources(spec, "requests"))) {
    if ((name === "cpu" || name === "memory") && requests[name] === undefined) requests[name] = amount;
  }
  for (const [name, amount] of Object.entries(resources.limits ?? {})) {
    if (isPodResource(name)) requests[name] ??= amount;
  }
  if (!isEmpty(requests)) resources.requests = requests;
}

function defaultHugePages(spec: PodSpec, resources: NonNullable<PodSpec["resources"]>): void {
  if (isEmpty(resources.limits) && isEmpty(resources.requests)) return;
  const limits: ResourceList = { ...resources.limits };
  for (const [name, amount] of Object.entries(neededResources(spec, "limits"))) {
    if (isHugePages(name) && resources.requests?.[name] === undefined) limits[name] ??= amount;
  }
  if (!isEmpty(limits)) resources.limits = limits;
}

/** What all containers need together: those that run at once add up, init containers that end count where they need most. */
export function neededResources(spec: PodSpec, kind: "requests" | "limits"): ResourceList {
  const sum: ResourceList = {};
  for (const container of spec.containers ?? []) addResources(sum, amountsOf(container, kind));
  const staying: ResourceList = {};
  const starting: ResourceList = {};
  for (const container of spec.initContainers ?? []) {
    const needed: ResourceList = { ...staying };
    addResources(needed, amountsOf(container, kind));
    if (container.restartPolicy === "Always") {
      addResources(sum, amountsOf(container, kind));
      addResources(staying, amountsOf(container, kind));
    }
    raiseResources(starting, needed);
  }
  raiseResources(sum, starting);
  return sum;
}

function amountsOf(container: Container, kind: "requests" | "limits"): ResourceList | undefined {
  return container.resources?.[kind];
}

function isPodResource(name: string): boolean {
  return name === "cpu" || name === "memory" || isHugePages(name);
}

function isEmpty(list: ResourceList | undefined): boolean {
  return list === undefined || Object.keys(list).length === 0;
}
