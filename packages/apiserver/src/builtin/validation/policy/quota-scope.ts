const computeResources = ["cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu", "requests.memory"];

const quotaResources = new Set([
  ...computeResources,
  "ephemeral-storage",
  "requests.storage",
  "requests.ephemeral-storage",
  "limits.ephemeral-storage",
  "pods",
  "resourcequotas",
  "services",
  "replicationcontrollers",
  "secrets",
  "persistentvolumeclaims",
  "configmaps",
  "services.nodeports",
  "services.loadbalancers",
]);

/** Scopes that pods are in or not. */
export const podScopes: ReadonlySet<string> = new Set([
  "Terminating",
  "NotTerminating",
  "BestEffort",
  "NotBestEffort",
  "CrossNamespacePodAffinity",
]);

/** Nothing is in both of a pair. */
export const oppositeScopes: readonly (readonly string[])[] = [
  ["BestEffort", "NotBestEffort"],
  ["Terminating", "NotTerminating"],
];

const ofPods = new Set(["pods", ...computeResources]);
const ofClaims = new Set(["persistentvolumeclaims", "requests.storage"]);

/** Whether there can be a quota of something, of those that have short names. */
export function isQuotaResource(name: string): boolean {
  return quotaResources.has(name) || name.startsWith("hugepages-") || name.startsWith("requests.hugepages-");
}

/** Whether there is a scope of that name. */
export function isScope(scope: string): boolean {
  return podScopes.has(scope) || scope === "PriorityClass" || scope === "VolumeAttributesClass";
}

/** Whether what is in a scope can have a quota of this. Only of those that have short names is more known. */
export function fitsScope(name: string, scope: string): boolean {
  if (!isQuotaResource(name)) return true;
  if (scope === "BestEffort") return name === "pods";
  if (scope === "VolumeAttributesClass") return ofClaims.has(name);
  return podScopes.has(scope) || scope === "PriorityClass" ? ofPods.has(name) : true;
}
