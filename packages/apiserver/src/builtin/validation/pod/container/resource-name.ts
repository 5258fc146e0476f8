import { type StatusCause, validateQualifiedName } from "@kubewright/api";
import { invalidField, unsupportedField } from "@kubewright/api/server";
import { isHugePages } from "../../../default/pod/resource-list.ts";

const forContainers = new Set(["cpu", "memory", "ephemeral-storage"]);

/** Of these there are whole ones only. */
const wholeResources = new Set([
  "pods",
  "resourcequotas",
  "services",
  "replicationcontrollers",
  "secrets",
  "configmaps",
  "persistentvolumeclaims",
  "services.nodeports",
  "services.loadbalancers",
]);

const standardResources = new Set([
  ...forContainers,
  ...[...forContainers].flatMap((name) => [`requests.${name}`, `limits.${name}`]),
  ...wholeResources,
  "storage",
  "requests.storage",
]);

const ofPods = ["cpu", "hugepages-", "memory"];

/** Adds what is wrong with the name of something that a container asks for. */
export function checkContainerResource(name: string, field: string, causes: StatusCause[]): void {
  checkResourceName(name, field, causes);
  if (!name.includes("/")) {
    if (!forContainers.has(name) && !isHugePages(name)) {
      causes.push(invalidField(field, name, "must be a standard resource for containers"));
    }
  } else if (!isNative(name) && !isExtended(name)) {
    causes.push(invalidField(field, name, "doesn't follow extended resource name standard"));
  }
}

/** Adds what is wrong with the name of something that a pod as a whole asks for. */
export function checkPodResource(name: string, field: string, causes: StatusCause[]): void {
  const before = causes.length;
  checkResourceName(name, field, causes);
  if (causes.length > before || name === "cpu" || name === "memory" || isHugePages(name)) return;
  causes.push(unsupportedField(field, name, ofPods));
}

/** Whether containers may together want more than there is. */
export function mayOvercommit(name: string): boolean {
  return isNative(name) && !isHugePages(name);
}

/** Whether a part of one is none. */
export function isWhole(name: string): boolean {
  return wholeResources.has(name) || isExtended(name);
}

/** Adds what is wrong with the name of something that can be counted. */
export function checkResourceName(name: string, field: string, causes: StatusCause[]): void {
  const problems = validateQualifiedName(name);
  for (const problem of problems) causes.push(invalidField(field, name, problem));
  if (problems.length > 0 || name.includes("/") || standardResources.has(name)) return;
  if (isHugePages(name) || name.startsWith("requests.hugepages-")) return;
  causes.push(invalidField(field, name, "must be a standard resource type or fully qualified"));
}

function isNative(name: string): boolean {
  return !name.includes("/") || name.includes("kubernetes.io/");
}

function isExtended(name: string): boolean {
  if (isNative(name) || name.startsWith("requests.")) return false;
  return validateQualifiedName(`requests.${name}`).length === 0;
}
