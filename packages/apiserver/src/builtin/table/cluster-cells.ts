import { Quantity } from "@kubewright/api";
import type { APIService } from "@kubewright/api/apiregistration/v1";
import type { CertificateSigningRequest } from "@kubewright/api/certificates/v1";
import type { Lease } from "@kubewright/api/coordination/v1";
import type { ConfigMap, Event, Namespace, Node, ResourceQuota, Secret } from "@kubewright/api/core/v1";
import type { Event as RegardingEvent } from "@kubewright/api/events/v1";
import type { RuntimeClass } from "@kubewright/api/node/v1";
import type { ResourceClaim, ResourceSlice } from "@kubewright/api/resource/v1";
import type { PriorityClass } from "@kubewright/api/scheduling/v1";
import { formatHumanDuration } from "@kubewright/api/server";
import { ageOf } from "./age.ts";
import { type CellMakers, cells } from "./cell-makers.ts";

export const configMapCells: CellMakers = cells<ConfigMap>({
  Data: ({ data, binaryData }) => Object.keys(data ?? {}).length + Object.keys(binaryData ?? {}).length,
});

export const secretCells: CellMakers = cells<Secret>({
  Type: ({ type }) => type ?? "",
  Data: ({ data }) => Object.keys(data ?? {}).length,
});

export const namespaceCells: CellMakers = cells<Namespace>({ Status: ({ status }) => status?.phase ?? "" });

export const nodeCells: CellMakers = cells<Node>({
  Status: ({ spec, status }) => {
    const ready = status?.conditions?.findLast(({ type }) => type === "Ready");
    const text = ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady";
    return spec?.unschedulable === true ? `${text},SchedulingDisabled` : text;
  },
  Roles: ({ metadata }) => rolesOf(metadata?.labels ?? {}).join(",") || "<none>",
  Version: ({ status }) => status?.nodeInfo?.kubeletVersion ?? "",
  "Internal-IP": (node) => addressOf(node, "InternalIP"),
  "External-IP": (node) => addressOf(node, "ExternalIP"),
  "OS-Image": ({ status }) => status?.nodeInfo?.osImage || "<unknown>",
  "Kernel-Version": ({ status }) => {
    const info = status?.nodeInfo;
    return `${info?.kernelVersion || "<unknown>"}${info?.architecture ? ` (${info.architecture})` : ""}`;
  },
  "Container-Runtime": ({ status }) => status?.nodeInfo?.containerRuntimeVersion || "<unknown>",
});

const rolePrefix = "node-role.kubernetes.io/";

function rolesOf(labels: Readonly<Record<string, string>>): string[] {
  const roles = Object.entries(labels).flatMap(([name, value]) => {
    if (name.startsWith(rolePrefix)) return name.length > rolePrefix.length ? [name.slice(rolePrefix.length)] : [];
    return name === "kubernetes.io/role" && value !== "" ? [value] : [];
  });
  return [...new Set(roles)].sort();
}

function addressOf({ status }: Node, wanted: string): string {
  return status?.addresses?.find(({ type }) => type === wanted)?.address ?? "<none>";
}

export const resourceQuotaCells: CellMakers = cells<ResourceQuota>({
  Request: (quota) => quotaText(quota, (name) => !name.startsWith("limits.")),
  Limit: (quota) => quotaText(quota, (name) => name.startsWith("limits.")),
});

function quotaText({ status }: ResourceQuota, belongs: (name: string) => boolean): string {
  const amount = (value: string | number | undefined): string => Quantity.parse(String(value ?? "0")).toString();
  return Object.keys(status?.hard ?? {})
    .filter(belongs)
    .sort()
    .map((name) => `${name}: ${amount(status?.used?.[name])}/${amount(status?.hard?.[name])}`)
    .join(", ");
}

/** What both kinds of events say. */
interface AnyEvent {
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  readonly count: number;
  readonly object: { readonly kind?: string; readonly name?: string; readonly fieldPath?: string };
  readonly source: string;
  readonly message: string;
}

function eventCellsOf<T extends { type?: string; reason?: string; metadata?: { name?: string } }>(
  read: (event: T) => AnyEvent,
): CellMakers {
  return cells<T>({
    "Last Seen": (event, now) => {
      const { last, first } = read(event);
      return ageOf(last ?? first, now);
    },
    Type: ({ type }) => type ?? "",
    Reason: ({ reason }) => reason ?? "",
    Object: (event) => {
      const { kind = "", name = "" } = read(event).object;
      return name === "" ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`;
    },
    Subobject: (event) => read(event).object.fieldPath ?? "",
    Source: (event) => read(event).source,
    Message: (event) => read(event).message.trim(),
    "First Seen": (event, now) => ageOf(read(event).first, now),
    Count: (event) => read(event).count,
    Name: ({ metadata }) => metadata?.name ?? "",
  });
}

function sourceText(component: string, instance: string): string {
  return instance === "" ? component : `${component}, ${instance}`;
}

export const eventCells: CellMakers = eventCellsOf<Event>((event) => ({
  first: event.firstTimestamp ?? event.eventTime ?? undefined,
  last: event.series?.lastObservedTime ?? event.lastTimestamp ?? undefined,
  count: event.series?.count ?? (event.count || 1),
  object: event.involvedObject ?? {},
  source: sourceText(
    event.source?.component || (event.reportingComponent ?? ""),
    event.source?.host || (event.reportingInstance ?? ""),
  ),
  message: event.message ?? "",
}));

export const regardingEventCells: CellMakers = eventCellsOf<RegardingEvent>((event) => ({
  first: event.deprecatedFirstTimestamp ?? event.eventTime ?? undefined,
  last: event.series?.lastObservedTime ?? event.deprecatedLastTimestamp ?? undefined,
  count: event.series?.count ?? (event.deprecatedCount || 1),
  object: event.regarding ?? {},
  source: sourceText(
    event.deprecatedSource?.component || (event.reportingController ?? ""),
    event.deprecatedSource?.host || (event.reportingInstance ?? ""),
  ),
  message: event.note ?? "",
}));

export const leaseCells: CellMakers = cells<Lease>({ Holder: ({ spec }) => spec?.holderIdentity ?? "" });

export const priorityClassCells: CellMakers = cells<PriorityClass>({
  Value: ({ value }) => value ?? 0,
  "Global-Default": ({ globalDefault }) => globalDefault ?? false,
  PreemptionPolicy: ({ preemptionPolicy }) => preemptionPolicy ?? "",
});

export const runtimeClassCells: CellMakers = cells<RuntimeClass>({ Handler: ({ handler }) => handler ?? "" });

export const signingRequestCells: CellMakers = cells<CertificateSigningRequest>({
  SignerName: ({ spec }) => spec?.signerName || "<none>",
  Requestor: ({ spec }) => spec?.username ?? "",
  RequestedDuration: ({ spec }) =>
    spec?.expirationSeconds === undefined ? "<none>" : formatHumanDuration(spec.expirationSeconds * 1000),
  Condition: ({ status }) => {
    const has = (wanted: string): boolean => status?.conditions?.some(({ type }) => type === wanted) === true;
    const decision = has("Denied") ? "Denied" : has("Approved") ? "Approved" : "Pending";
    return `${decision}${has("Failed") ? ",Failed" : ""}${status?.certificate ? ",Issued" : ""}`;
  },
});

export const apiServiceCells: CellMakers = cells<APIService>({
  Service: ({ spec }) => (spec?.service == null ? "Local" : `${spec.service.namespace}/${spec.service.name}`),
  Available: ({ status }) => {
    const condition = status?.conditions?.find(({ type }) => type === "Available");
    if (condition === undefined) return "Unknown";
    return condition.status === "True" ? "True" : `${condition.status} (${condition.reason ?? ""})`;
  },
});

export const resourceClaimCells: CellMakers = cells<ResourceClaim>({
  State: ({ metadata, status }) => {
    const isDeleted = metadata?.deletionTimestamp !== undefined;
    const states = isDeleted ? ["deleted"] : [];
    if (status?.allocation !== undefined) {
      states.push("allocated");
      if ((status.reservedFor ?? []).length > 0) states.push("reserved");
    } else if (!isDeleted) states.push("pending");
    return states.join(",");
  },
});

export const resourceSliceCells: CellMakers = cells<ResourceSlice>({
  Node: ({ spec }) => spec?.nodeName ?? "",
  Driver: ({ spec }) => spec?.driver ?? "",
  Pool: ({ spec }) => spec?.pool?.name ?? "",
});
