import type { ApiObject } from "../../resource-object.ts";
import {
  defaultAdmissionPolicy,
  defaultAdmissionPolicyBinding,
  defaultMutatingWebhookConfiguration,
  defaultValidatingWebhookConfiguration,
} from "./admissionregistration.ts";
import { defaultDaemonSet, defaultDeployment, defaultReplicaSet, defaultStatefulSet } from "./apps.ts";
import { defaultHorizontalPodAutoscaler, defaultHorizontalPodAutoscalerV1 } from "./autoscaling.ts";
import { defaultCronJob, defaultJob } from "./batch.ts";
import {
  defaultApiService,
  defaultCustomResourceDefinition,
  defaultEndpointSlice,
  defaultFlowSchema,
  defaultIngressClass,
  defaultNetworkPolicy,
  defaultPriorityClass,
  defaultPriorityLevelConfiguration,
  defaultRoleBinding,
  defaultTokenRequest,
} from "./cluster.ts";
import {
  defaultEndpoints,
  defaultLimitRange,
  defaultNamespace,
  defaultNode,
  defaultPersistentVolume,
  defaultPersistentVolumeClaim,
  defaultPodTemplateObject,
  defaultReplicationController,
  defaultResourceQuota,
  defaultSecret,
} from "./core.ts";
import { defaultPod } from "./pod/pod.ts";
import { defaultResourceClaim, defaultResourceClaimTemplate, defaultResourceSlice } from "./resource.ts";
import { defaultService } from "./service.ts";
import { defaultCsiDriver, defaultStorageClass, defaultVolumeAttachment } from "./storage.ts";

/** Fills in, in place, what an object in canonical form leaves out, and keeps it canonical. `now` is in milliseconds. */
export type Defaults = (object: ApiObject, now: number) => void;

/** What a kind fills in; undefined for kinds that take everything as it is. */
export function defaultsOf(group: string, version: string, kind: string): Defaults | undefined {
  return table[`${group === "" ? "" : `${group}/`}${version}/${kind}`] as Defaults | undefined;
}

// Each function takes the type of its own kind, which is what the codec makes of a request.
// biome-ignore lint/suspicious/noExplicitAny: the table says which type belongs to which kind.
const table: Readonly<Record<string, (object: any, now: number) => void>> = {
  "admissionregistration.k8s.io/v1/MutatingAdmissionPolicy": defaultAdmissionPolicy,
  "admissionregistration.k8s.io/v1/MutatingAdmissionPolicyBinding": defaultAdmissionPolicyBinding,
  "admissionregistration.k8s.io/v1/MutatingWebhookConfiguration": defaultMutatingWebhookConfiguration,
  "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy": defaultAdmissionPolicy,
  "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding": defaultAdmissionPolicyBinding,
  "admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration": defaultValidatingWebhookConfiguration,
  "apiextensions.k8s.io/v1/CustomResourceDefinition": defaultCustomResourceDefinition,
  "apiregistration.k8s.io/v1/APIService": defaultApiService,
  "apps/v1/DaemonSet": defaultDaemonSet,
  "apps/v1/Deployment": defaultDeployment,
  "apps/v1/ReplicaSet": defaultReplicaSet,
  "apps/v1/StatefulSet": defaultStatefulSet,
  "authentication.k8s.io/v1/TokenRequest": defaultTokenRequest,
  "autoscaling/v1/HorizontalPodAutoscaler": defaultHorizontalPodAutoscalerV1,
  "autoscaling/v2/HorizontalPodAutoscaler": defaultHorizontalPodAutoscaler,
  "batch/v1/CronJob": defaultCronJob,
  "batch/v1/Job": defaultJob,
  "discovery.k8s.io/v1/EndpointSlice": defaultEndpointSlice,
  "flowcontrol.apiserver.k8s.io/v1/FlowSchema": defaultFlowSchema,
  "flowcontrol.apiserver.k8s.io/v1/PriorityLevelConfiguration": defaultPriorityLevelConfiguration,
  "networking.k8s.io/v1/IngressClass": defaultIngressClass,
  "networking.k8s.io/v1/NetworkPolicy": defaultNetworkPolicy,
  "rbac.authorization.k8s.io/v1/ClusterRoleBinding": defaultRoleBinding,
  "rbac.authorization.k8s.io/v1/RoleBinding": defaultRoleBinding,
  "resource.k8s.io/v1/ResourceClaim": defaultResourceClaim,
  "resource.k8s.io/v1/ResourceClaimTemplate": defaultResourceClaimTemplate,
  "resource.k8s.io/v1/ResourceSlice": defaultResourceSlice,
  "scheduling.k8s.io/v1/PriorityClass": defaultPriorityClass,
  "storage.k8s.io/v1/CSIDriver": defaultCsiDriver,
  "storage.k8s.io/v1/StorageClass": defaultStorageClass,
  "storage.k8s.io/v1/VolumeAttachment": defaultVolumeAttachment,
  "v1/Endpoints": defaultEndpoints,
  "v1/LimitRange": defaultLimitRange,
  "v1/Namespace": defaultNamespace,
  "v1/Node": defaultNode,
  "v1/PersistentVolume": defaultPersistentVolume,
  "v1/PersistentVolumeClaim": defaultPersistentVolumeClaim,
  "v1/Pod": defaultPod,
  "v1/PodTemplate": defaultPodTemplateObject,
  "v1/ReplicationController": defaultReplicationController,
  "v1/ResourceQuota": defaultResourceQuota,
  "v1/Secret": defaultSecret,
  "v1/Service": defaultService,
};
