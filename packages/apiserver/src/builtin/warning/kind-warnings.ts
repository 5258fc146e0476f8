import { Quantity } from "@kubewright/api";
import type { Node, PodTemplateSpec, ResourceQuota, Secret } from "@kubewright/api/core/v1";
import type { RuntimeClass } from "@kubewright/api/node/v1";
import { knownAnnotation } from "../../resource/known-annotation.ts";
import type { ApiObject } from "../../resource-object.ts";
import { keyPairProblem } from "../validation/config/key-pair.ts";
import { blockWarnings } from "./address-warning.ts";
import { endpointsWarnings, ingressWarnings, networkPolicyWarnings, sliceWarnings } from "./network-warning.ts";
import { nodeLabelWarning } from "./node-label.ts";
import { podWarnings } from "./pod-warning.ts";
import { serviceStatusWarnings, serviceWarnings } from "./service-warning.ts";
import {
  capacityWarnings,
  csiDriverWarnings,
  storageClassWarnings,
  volumeClaimWarnings,
  volumeWarnings,
} from "./volume-warning.ts";
import {
  cronJobWarnings,
  daemonSetWarnings,
  jobWarnings,
  nameWarnings,
  statefulSetWarnings,
  templateWarnings,
} from "./workload-warning.ts";

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

function nodeWarnings(object: ApiObject): string[] {
  const { spec } = object as unknown as Node;
  return [
    ...(spec?.configSource === undefined ? [] : ["spec.configSource: the feature is removed"]),
    ...(spec?.externalID ? ["spec.externalID: this field is deprecated, and is unused by Kubernetes"] : []),
    ...(spec?.podCIDRs ?? []).flatMap((block, index) => blockWarnings(block, `spec.podCIDRs[${index}]`)),
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

function serviceAccountWarnings({ metadata }: ApiObject, old: ApiObject | undefined): string[] {
  const annotation = knownAnnotation.mountableSecrets;
  if (metadata.annotations?.[annotation] === undefined || old?.metadata.annotations?.[annotation] !== undefined) {
    return [];
  }
  return [
    `metadata.annotations[${annotation}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
  ];
}

function secretWarnings(object: ApiObject): string[] {
  const { type, data = {} } = object as unknown as Secret;
  if (type !== "kubernetes.io/tls") return [];
  const bytesOf = (key: string): Buffer => Buffer.from(data[key] ?? "", "base64");
  const problem = keyPairProblem(bytesOf("tls.crt"), bytesOf("tls.key"));
  return problem === undefined ? [] : [problem];
}

function runtimeClassWarnings(object: ApiObject): string[] {
  const { scheduling } = object as unknown as RuntimeClass;
  return Object.keys(scheduling?.nodeSelector ?? {}).flatMap((label) => {
    const warning = nodeLabelWarning(label);
    return warning === undefined ? [] : [`scheduling.nodeSelector: ${warning}`];
  });
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
  ReplicationController: {
    main(object, old) {
      const warnings = templateWarnings("spec.template", true);
      // The reference takes the old object for the new one.
      return old === undefined ? warnings(object) : warnings(old, object);
    },
  },
  ResourceQuota: { main: quotaWarnings },
  Secret: { main: secretWarnings },
  Service: { main: serviceWarnings, status: serviceStatusWarnings },
  ServiceAccount: { main: serviceAccountWarnings },
  "storage.k8s.io/CSIDriver": { main: csiDriverWarnings },
  "storage.k8s.io/CSIStorageCapacity": { main: capacityWarnings },
  "storage.k8s.io/StorageClass": { main: storageClassWarnings },
};
