import { Quantity, validateDns1123Label } from "@kubewright/api";
import type { DaemonSet, StatefulSet } from "@kubewright/api/apps/v1";
import type { CronJob, JobSpec } from "@kubewright/api/batch/v1";
import type {
  Endpoints,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  PodTemplateSpec,
  ResourceQuota,
} from "@kubewright/api/core/v1";
import type { EndpointSlice } from "@kubewright/api/discovery/v1";
import type { NetworkPolicy } from "@kubewright/api/networking/v1";
import type { RuntimeClass } from "@kubewright/api/node/v1";
import { quote } from "@kubewright/api/server";
import type { CSIDriver, CSIStorageCapacity, StorageClass } from "@kubewright/api/storage/v1";
import type { ApiObject } from "../../resource-object.ts";
import { addressWarnings, blockWarnings } from "./address-warning.ts";
import { fractionWarnings } from "./container-warning.ts";
import { nodeLabelWarning, nodeTermWarnings } from "./node-label.ts";
import { podWarnings } from "./pod-warning.ts";
import { serviceStatusWarnings, serviceWarnings } from "./service-warning.ts";

/** What writers of a kind are told. `old` is absent for new objects. */
export interface KindWarnings {
  readonly main?: (object: ApiObject, old: ApiObject | undefined) => readonly string[];
  /** On writes of the status. */
  readonly status?: (object: ApiObject) => readonly string[];
}

/** What writers of a kind are told, by group and kind as in `apps/Deployment`, or `Pod`. */
export function warningsOf(key: string): KindWarnings | undefined {
  return table[key];
}

function templateWarnings(path: string, hasHostNames: boolean): (object: ApiObject, old?: ApiObject) => string[] {
  const steps = path.split(".");
  return (object, old) => {
    if (old !== undefined && object.metadata.generation === old.metadata.generation) return [];
    let template: unknown = object;
    for (const step of steps) template = (template as Record<string, unknown> | undefined)?.[step];
    const names = old === undefined && hasHostNames ? nameWarnings(object, "in Pod names and hostnames") : [];
    return template === undefined ? names : [...names, ...podWarnings(template as PodTemplateSpec, path)];
  };
}

function nameWarnings({ metadata }: ApiObject, use: string): string[] {
  const problems = validateDns1123Label(metadata.name ?? "");
  if (problems.length === 0) return [];
  const text = `this is used ${use}, which can result in surprising behavior; a DNS label is recommended`;
  return [`metadata.name: ${text}: [${problems.join(" ")}]`];
}

function daemonSetWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const count = "deprecated.daemonset.template.generation";
  if (old !== undefined && object.metadata.annotations?.[count] === old.metadata.annotations?.[count]) return [];
  const template = (object as unknown as DaemonSet).spec?.template;
  return template === undefined ? [] : podWarnings(template, "spec.template");
}

function statefulSetWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const { spec } = object as unknown as StatefulSet;
  return [
    ...templateWarnings("spec.template", false)(object, old),
    ...(spec?.volumeClaimTemplates ?? []).flatMap((claim, index) => {
      const path = `spec.volumeClaimTemplates[${index}]${old === undefined ? "" : ".Spec"}`;
      return claimWarnings(path, claim);
    }),
    ...((spec?.revisionHistoryLimit ?? 0) < 0
      ? ["spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended"]
      : []),
  ];
}

function jobWarnings(path: string): (object: ApiObject, old?: ApiObject) => string[] {
  const template = templateWarnings(`${path}.template`, true);
  return (object, old) => {
    const spec = path === "spec" ? (object.spec as JobSpec) : (object as unknown as CronJob).spec?.jobTemplate?.spec;
    const isVast =
      spec?.completionMode === "Indexed" && (spec.completions ?? 0) > 100_000 && (spec.parallelism ?? 0) > 10_000;
    const isSame = old !== undefined && object.metadata.generation === old.metadata.generation;
    if (!isVast || isSame) return template(object, old);
    return [
      ...template(object, old),
      `${path}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail`,
    ];
  };
}

function cronJobWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const warnings = jobWarnings("spec.jobTemplate.spec")(object, old);
  const isOldZone = old !== undefined && (object as unknown as CronJob).spec?.schedule?.includes("TZ");
  if (!isOldZone) return warnings;
  return [
    ...warnings,
    "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details",
  ];
}

function claimWarnings(path: string, { spec }: PersistentVolumeClaim): string[] {
  return (["requests", "limits"] as const).flatMap((kind) => {
    const storage = spec?.resources?.[kind]?.storage;
    return storage === undefined ? [] : fractionWarnings(`${path}.resources.${kind}`, { storage });
  });
}

const oldClass = "volume.beta.kubernetes.io/storage-class";
const oldMountOptions = "volume.beta.kubernetes.io/mount-options";

function volumeClaimWarnings(object: ApiObject): string[] {
  const isOld = object.metadata.annotations?.[oldClass] !== undefined;
  return [
    ...(isOld
      ? [`metadata.annotations[${oldClass}]: deprecated since v1.8; use "storageClassName" attribute instead`]
      : []),
    ...claimWarnings("spec", object as unknown as PersistentVolumeClaim),
  ];
}

const oldVolumes: readonly (readonly [string, string, string])[] = [
  ["cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["photonPersistentDisk", "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+"],
  ["glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+"],
];

function volumeWarnings(object: ApiObject): string[] {
  const { metadata, spec = {} } = object as unknown as PersistentVolume;
  const annotated = (name: string, text: string): string[] =>
    metadata.annotations?.[name] === undefined ? [] : [`metadata.annotations[${name}]: ${text}`];
  return [
    ...annotated(oldClass, 'deprecated since v1.8; use "storageClassName" attribute instead'),
    ...annotated(oldMountOptions, 'deprecated since v1.31; use "mountOptions" attribute instead'),
    ...(spec.persistentVolumeReclaimPolicy === "Recycle"
      ? [
          "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
        ]
      : []),
    ...(spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap((term, index) =>
      nodeTermWarnings(`spec.nodeAffinity.required.nodeSelectorTerms[${index}]`, term, false),
    ),
    ...oldVolumes
      .filter(([name]) => (spec as Record<string, unknown>)[name] !== undefined)
      .map(([, shown, text]) => `spec.${shown}: ${text}`),
  ];
}

function nodeWarnings(object: ApiObject): string[] {
  const { spec } = object as unknown as Node;
  return [
    ...(spec?.externalID ? ["spec.externalID: this field is deprecated, and is unused by Kubernetes"] : []),
    ...(spec?.podCIDRs ?? []).flatMap((block, index) => blockWarnings(`spec.podCIDRs[${index}]`, block)),
  ];
}

function quotaWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const { spec } = object as unknown as ResourceQuota;
  if (old !== undefined) return [];
  return ["cpu", "memory", "storage", "ephemeral-storage"].flatMap((name) => {
    const isBare = spec?.hard?.[`requests.${name}`] === undefined && (name === "cpu" || name === "memory");
    const requestName = isBare ? name : `requests.${name}`;
    const request = spec?.hard?.[requestName];
    const limit = spec?.hard?.[`limits.${name}`];
    if (request === undefined || limit === undefined) return [];
    if (Quantity.parse(request).compare(Quantity.parse(limit)) <= 0) return [];
    return [`ResourceQuota ${requestName} (${request}) should be less than limits.${name} (${limit})`];
  });
}

function endpointsWarnings(object: ApiObject): string[] {
  if (object.metadata.labels?.["endpoints.kubernetes.io/managed-by"] === "endpoint-controller") return [];
  return ((object as unknown as Endpoints).subsets ?? []).flatMap((subset, index) =>
    (["addresses", "notReadyAddresses"] as const).flatMap((name) =>
      (subset[name] ?? []).flatMap(({ ip }, at) => addressWarnings(`subsets[${index}].${name}[${at}].ip`, ip)),
    ),
  );
}

function sliceWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const { addressType, endpoints } = object as unknown as EndpointSlice;
  const manager = object.metadata.labels?.["endpointslice.kubernetes.io/managed-by"] ?? "";
  const isOurs = ["endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io"].includes(manager);
  return [
    ...(old === undefined && addressType === "FQDN" ? ["spec.addressType: FQDN endpoints are deprecated"] : []),
    ...(isOurs ? [] : (endpoints ?? [])).flatMap(({ addresses }, index) =>
      (addresses ?? []).flatMap((address, at) => addressWarnings(`endpoints[${index}].addresses[${at}]`, address)),
    ),
  ];
}

function networkPolicyWarnings(object: ApiObject): string[] {
  const { spec } = object as unknown as NetworkPolicy;
  const rules = [
    ...(spec?.ingress ?? []).map(({ from }, index) => ({ peers: from, path: `spec.ingress[${index}].from` })),
    ...(spec?.egress ?? []).map(({ to }, index) => ({ peers: to, path: `spec.egress[${index}].to` })),
  ];
  return rules.flatMap(({ peers, path }) =>
    (peers ?? []).flatMap(({ ipBlock }, index) => {
      if (ipBlock === undefined) return [];
      const at = `${path}[${index}].ipBlock`;
      return [
        ...blockWarnings(`${at}.cidr`, ipBlock.cidr),
        ...(ipBlock.except ?? []).flatMap((block, nth) => blockWarnings(`${at}.except[${nth}]`, block)),
      ];
    }),
  );
}

function ingressWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const annotation = "kubernetes.io/ingress.class";
  const { ingressClassName } = (object.spec ?? {}) as { ingressClassName?: string };
  if (old !== undefined || ingressClassName !== undefined || object.metadata.annotations?.[annotation] === undefined) {
    return [];
  }
  return [`annotation ${quote(annotation)} is deprecated, please use 'spec.ingressClassName' instead`];
}

function serviceAccountWarnings({ metadata }: ApiObject, old: ApiObject | undefined): string[] {
  const annotation = "kubernetes.io/enforce-mountable-secrets";
  if (metadata.annotations?.[annotation] === undefined || old?.metadata.annotations?.[annotation] !== undefined) {
    return [];
  }
  return [
    `metadata.annotations[${annotation}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
  ];
}

function csiDriverWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const { spec } = object as unknown as CSIDriver;
  const before = JSON.stringify((old as unknown as CSIDriver | undefined)?.spec?.tokenRequests);
  if ((spec?.tokenRequests?.length ?? 0) === 0 || spec?.serviceAccountTokenInSecrets !== undefined) return [];
  if (old !== undefined && before === JSON.stringify(spec?.tokenRequests)) return [];
  return [
    "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes",
  ];
}

function runtimeClassWarnings(object: ApiObject): string[] {
  const { scheduling } = object as unknown as RuntimeClass;
  return Object.keys(scheduling?.nodeSelector ?? {}).flatMap((label) => {
    const warning = nodeLabelWarning(label);
    return warning === undefined ? [] : [`scheduling.nodeSelector: ${warning}`];
  });
}

function storageClassWarnings(object: ApiObject): string[] {
  return ((object as unknown as StorageClass).allowedTopologies ?? []).flatMap(({ matchLabelExpressions }, index) =>
    (matchLabelExpressions ?? []).flatMap(({ key }, at) => {
      const warning = nodeLabelWarning(key);
      const path = `allowedTopologies[${index}].matchLabelExpressions[${at}].key`;
      return warning === undefined ? [] : [`${path}: ${warning}`];
    }),
  );
}

function capacityWarnings(object: ApiObject): string[] {
  const { nodeTopology } = object as unknown as CSIStorageCapacity;
  return [
    ...(nodeTopology?.matchExpressions ?? []).flatMap(({ key }, index) => {
      const warning = nodeLabelWarning(key);
      return warning === undefined ? [] : [`nodeTopology.matchExpressions[${index}].key: ${key} is ${warning}`];
    }),
    ...Object.keys(nodeTopology?.matchLabels ?? {}).flatMap((label) => {
      const warning = nodeLabelWarning(label);
      return warning === undefined ? [] : [`nodeTopology.matchLabels.${label}: ${warning}`];
    }),
  ];
}

const table: Readonly<Record<string, KindWarnings>> = {
  "apps/DaemonSet": { main: daemonSetWarnings },
  "apps/Deployment": { main: templateWarnings("spec.template", true) },
  "apps/ReplicaSet": { main: templateWarnings("spec.template", true) },
  "apps/StatefulSet": { main: statefulSetWarnings },
  "batch/CronJob": { main: cronJobWarnings },
  "batch/Job": { main: jobWarnings("spec") },
  "discovery.k8s.io/EndpointSlice": { main: sliceWarnings },
  Endpoints: { main: endpointsWarnings },
  "networking.k8s.io/Ingress": { main: ingressWarnings, status: serviceStatusWarnings },
  "networking.k8s.io/NetworkPolicy": { main: networkPolicyWarnings },
  Node: { main: nodeWarnings },
  "node.k8s.io/RuntimeClass": { main: runtimeClassWarnings },
  PersistentVolume: { main: volumeWarnings },
  PersistentVolumeClaim: { main: volumeClaimWarnings },
  Pod: {
    main: (object, old) =>
      old === undefined
        ? [...nameWarnings(object, "in the Pod's hostname"), ...podWarnings(object as unknown as PodTemplateSpec)]
        : [],
  },
  PodTemplate: { main: templateWarnings("template", false) },
  ReplicationController: { main: templateWarnings("spec.template", true) },
  ResourceQuota: { main: quotaWarnings },
  Service: { main: serviceWarnings, status: serviceStatusWarnings },
  ServiceAccount: { main: serviceAccountWarnings },
  "storage.k8s.io/CSIDriver": { main: csiDriverWarnings },
  "storage.k8s.io/CSIStorageCapacity": { main: capacityWarnings },
  "storage.k8s.io/StorageClass": { main: storageClassWarnings },
};
