import type {
  Endpoints,
  LimitRange,
  LimitRangeItem,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  PodTemplate,
  ReplicationController,
  ResourceQuota,
  Secret,
} from "@kubewright/api/core/v1";
import { base64FromText } from "../base64-from-text.ts";
import { defaultPodTemplate } from "./pod/pod.ts";
import { defaultResourceList } from "./pod/resource-list.ts";
import { defaultClaimSpec, defaultSources } from "./pod/volume.ts";

/** Fills in what Endpoints leave out. */
export function defaultEndpoints(endpoints: Endpoints): void {
  for (const { ports } of endpoints.subsets ?? []) {
    for (const port of ports ?? []) port.protocol ||= "TCP";
  }
}

/** Fills in what a limit range leaves out. */
export function defaultLimitRange(range: LimitRange): void {
  for (const item of range.spec?.limits ?? []) defaultLimits(item);
}

/** The name may be yet to be made; then the strategy sets the label. */
export function defaultNamespace(namespace: Namespace): void {
  const { metadata } = namespace;
  if (metadata.name) metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name };
  namespace.status ??= {};
  namespace.status.phase ||= "Active";
}

/** Fills in what a node leaves out. */
export function defaultNode({ spec, status }: Node): void {
  if (status?.capacity !== undefined) status.allocatable ??= { ...status.capacity };
  defaultResourceList(status?.capacity);
  defaultResourceList(status?.allocatable);
  if (spec === undefined) return;
  // `podCIDR` and the first of `podCIDRs` are one; the older field wins.
  const first = spec.podCIDRs?.[0];
  if (spec.podCIDR && spec.podCIDR !== first) spec.podCIDRs = [spec.podCIDR];
  else if (first) spec.podCIDR = first;
}

/** Fills in what a persistent volume leaves out. */
export function defaultPersistentVolume(volume: PersistentVolume): void {
  volume.status ??= {};
  volume.status.phase ||= "Pending";
  volume.spec ??= {};
  volume.spec.persistentVolumeReclaimPolicy ||= "Retain";
  volume.spec.volumeMode ??= "Filesystem";
  defaultResourceList(volume.spec.capacity);
  defaultSources(volume.spec);
}

/** Fills in what a persistent volume claim leaves out. */
export function defaultPersistentVolumeClaim(claim: PersistentVolumeClaim): void {
  claim.status ??= {};
  claim.status.phase ||= "Pending";
  claim.spec ??= {};
  defaultClaimSpec(claim.spec);
  defaultResourceList(claim.status.capacity);
  defaultResourceList(claim.status.allocatedResources);
}

/** Fills in what the template of a PodTemplate leaves out. */
export function defaultPodTemplateObject({ template }: PodTemplate): void {
  defaultPodTemplate(template);
}

/** Fills in what a replication controller leaves out. */
export function defaultReplicationController(controller: ReplicationController): void {
  controller.spec ??= {};
  const { metadata, spec } = controller;
  const labels = spec.template?.metadata?.labels;
  if (labels !== undefined) {
    if (isEmpty(spec.selector)) spec.selector = { ...labels };
    if (isEmpty(metadata.labels)) metadata.labels = { ...labels };
  }
  spec.replicas ??= 1;
  defaultPodTemplate(spec.template);
}

/** Fills in what a resource quota leaves out. */
export function defaultResourceQuota({ spec, status }: ResourceQuota): void {
  defaultResourceList(spec?.hard);
  defaultResourceList(status?.hard);
  defaultResourceList(status?.used);
}

/** `stringData` is write-only: it becomes `data`. */
export function defaultSecret(secret: Secret): void {
  secret.type ||= "Opaque";
  if (secret.stringData === undefined) return;
  const { stringData } = secret;
  delete secret.stringData;
  if (isEmpty(stringData)) return;
  secret.data ??= {};
  for (const [key, text] of Object.entries(stringData)) secret.data[key] = base64FromText(text);
}

function defaultLimits(item: LimitRangeItem): void {
  if (item.type === "Container") {
    const limits = { ...item.max, ...item.default };
    const requests = { ...item.min, ...limits, ...item.defaultRequest };
    if (!isEmpty(limits)) item.default = limits;
    if (!isEmpty(requests)) item.defaultRequest = requests;
  }
  for (const list of [item.max, item.min, item.default, item.defaultRequest, item.maxLimitRequestRatio]) {
    defaultResourceList(list);
  }
}

function isEmpty(record: Record<string, unknown> | undefined): boolean {
  return record === undefined || Object.keys(record).length === 0;
}
