/** Group, version and kind; what is empty stands for any where something is selected. */
export interface KindId {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Group and version of an `apiVersion`. */
export function splitApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf("/");
  return { group: apiVersion.slice(0, Math.max(slash, 0)), version: apiVersion.slice(slash + 1) };
}

/** The `apiVersion` of a kind. */
export function joinApiVersion({ group, version }: KindId): string {
  return group === "" ? version : `${group}/${version}`;
}

/** Whether both are the same kind in the same version. */
export function isSameKind(a: KindId, b: KindId): boolean {
  return a.group === b.group && a.version === b.version && a.kind === b.kind;
}

/** Whether a kind is one that `selector` means. */
export function isSelectedKind(id: KindId, { group, version, kind }: Partial<KindId>): boolean {
  return (!group || group === id.group) && (!version || version === id.version) && (!kind || kind === id.kind);
}

const firstKinds = [
  "Namespace",
  "ResourceQuota",
  "StorageClass",
  "CustomResourceDefinition",
  "ServiceAccount",
  "PodSecurityPolicy",
  "Role",
  "ClusterRole",
  "RoleBinding",
  "ClusterRoleBinding",
  "ConfigMap",
  "Secret",
  "Endpoints",
  "Service",
  "LimitRange",
  "PriorityClass",
  "PersistentVolume",
  "PersistentVolumeClaim",
  "Deployment",
  "StatefulSet",
  "CronJob",
  "PodDisruptionBudget",
];
const lastKinds = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];

/** Which kinds come first, which last, so that what others need is there before them. */
export const usualKindOrder: KindOrder = { orderFirst: firstKinds, orderLast: lastKinds };

/** An order of kinds. */
export interface KindOrder {
  readonly orderFirst: readonly string[];
  readonly orderLast: readonly string[];
}

/** Where a kind stands in an order: below 0 for the first, above for the last, 0 for all between. */
export function kindRank(kind: string, { orderFirst, orderLast }: KindOrder): number {
  const last = orderLast.lastIndexOf(kind);
  if (last >= 0) return last + 1;
  const first = orderFirst.lastIndexOf(kind);
  return first >= 0 ? first - orderFirst.length : 0;
}

/** The text by which kinds of one rank are ordered. */
export function kindSortText({ group, version, kind }: Partial<KindId>): string {
  return `${group || "~G"}_${version || "~V"}_${kind || "~K"}`;
}
