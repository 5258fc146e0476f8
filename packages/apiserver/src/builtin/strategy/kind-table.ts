import { validateDns1123Label, validatePathSegmentName } from "@kubewright/api";
import { prepareApproval, prepareSigningRequest, prepareSigningStatus } from "./certificate.ts";
import type { KindRules, ViewRules } from "./kind-rules.ts";
import { addressName, subdomainOfBytes } from "./name-rule.ts";
import {
  beginNamespaceDeletion,
  labelNamespace,
  namespaceMayGo,
  prepareNamespace,
  prepareNamespaceUpdate,
} from "./namespace.ts";
import { podGracePeriod, prepareEphemeralContainers, preparePod, preparePodStatus, prepareResize } from "./pod.ts";
import {
  prepareApiService,
  prepareCsiDriver,
  prepareEndpointSlice,
  prepareLease,
  prepareNode,
  prepareServiceAccount,
} from "./small-kind.ts";
import { prepareClaim, prepareClaimUpdate, prepareVolume, prepareVolumeStatus } from "./volume.ts";
import { prepareDaemonSet, prepareDaemonSetUpdate, prepareJob, prepareStatefulSet } from "./workload.ts";

/** The rules of a kind, by group and kind as in `apps/Deployment`, or `Pod`. Kinds that are not here do what most do. */
export const kindTable: Readonly<Record<string, KindRules>> = {
  // core
  Endpoints: { allowsCreateOnUpdate: true },
  Event: {
    name: validatePathSegmentName,
    allowsCreateOnUpdate: true,
    defaultPropagation: "Unsupported",
    repeatedMetadataRules: [],
  },
  LimitRange: { allowsCreateOnUpdate: true },
  Namespace: {
    name: validateDns1123Label,
    returnsDeletedObject: true,
    prepareForCreate: prepareNamespace,
    prepareForUpdate: prepareNamespaceUpdate,
    canonicalize: labelNamespace,
    beginDeletion: beginNamespaceDeletion,
    mayGo: namespaceMayGo,
    repeatedMetadataRules: ["object", "update"],
    views: { finalize: { pinned: ["status"] } },
  },
  Node: { emptiesStatus: false, prepareForCreate: prepareNode, prepareForUpdate: prepareNode },
  PersistentVolume: {
    returnsDeletedObject: true,
    prepareForCreate: prepareVolume,
    views: { status: { prepareForUpdate: prepareVolumeStatus } },
  },
  PersistentVolumeClaim: {
    returnsDeletedObject: true,
    prepareForCreate: prepareClaim,
    prepareForUpdate: prepareClaimUpdate,
  },
  Pod: {
    returnsDeletedObject: true,
    generation: ["spec"],
    prepareForCreate: preparePod,
    gracePeriodOf: podGracePeriod,
    views: {
      status: {
        pinned: ["spec", "metadata.deletionTimestamp", "metadata.ownerReferences"],
        prepareForUpdate: preparePodStatus,
      },
      ephemeralcontainers: {
        ...pinsMetadata(["status"]),
        resetFields: [],
        prepareForUpdate: prepareEphemeralContainers,
        generation: ["spec"],
      },
      resize: {
        ...pinsMetadata(["status"]),
        resetFields: [],
        prepareForUpdate: prepareResize,
        generation: ["spec"],
      },
    },
  },
  PodTemplate: { returnsDeletedObject: true, generation: ["template"] },
  ReplicationController: { name: subdomainOfBytes, defaultPropagation: "Orphan", generation: ["spec"] },
  ResourceQuota: { returnsDeletedObject: true },
  ServiceAccount: {
    returnsDeletedObject: true,
    prepareForCreate: prepareServiceAccount,
    prepareForUpdate: prepareServiceAccount,
  },

  // admissionregistration.k8s.io
  "admissionregistration.k8s.io/MutatingAdmissionPolicy": { allowsUnconditionalUpdate: false, generation: ["spec"] },
  "admissionregistration.k8s.io/MutatingAdmissionPolicyBinding": {
    allowsUnconditionalUpdate: false,
    generation: ["spec"],
  },
  "admissionregistration.k8s.io/MutatingWebhookConfiguration": {
    allowsUnconditionalUpdate: false,
    generation: ["webhooks"],
  },
  "admissionregistration.k8s.io/ValidatingAdmissionPolicy": {
    allowsUnconditionalUpdate: false,
    generation: ["spec"],
    views: { status: pinsMetadata() },
  },
  "admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding": {
    allowsUnconditionalUpdate: false,
    generation: ["spec"],
  },
  "admissionregistration.k8s.io/ValidatingWebhookConfiguration": {
    allowsUnconditionalUpdate: false,
    generation: ["webhooks"],
  },

  // apiregistration.k8s.io
  "apiregistration.k8s.io/APIService": {
    name: validatePathSegmentName,
    allowsUnconditionalUpdate: false,
    prepareForCreate: prepareApiService,
    views: {
      status: {
        pinned: ["spec", "metadata.labels", "metadata.annotations", "metadata.finalizers", "metadata.ownerReferences"],
        resetFields: [["spec"], ["metadata"]],
      },
    },
  },

  // apps
  "apps/DaemonSet": {
    generation: ["spec"],
    prepareForCreate: prepareDaemonSet,
    prepareForUpdate: prepareDaemonSetUpdate,
  },
  "apps/Deployment": {
    generation: ["spec", "metadata.annotations"],
    views: { status: { pinned: ["spec", "metadata.labels"] } },
  },
  "apps/ReplicaSet": { generation: ["spec"] },
  "apps/StatefulSet": {
    name: validateDns1123Label,
    generation: ["spec"],
    prepareForCreate: (object) => prepareStatefulSet(object),
    prepareForUpdate: prepareStatefulSet,
  },

  // batch
  "batch/CronJob": { generation: ["spec"] },
  "batch/Job": { defaultPropagation: "Orphan", generation: ["spec"], prepareForCreate: prepareJob },

  // certificates.k8s.io
  "certificates.k8s.io/CertificateSigningRequest": {
    name: validatePathSegmentName,
    pinned: ["spec", "status"],
    prepareForCreate: prepareSigningRequest,
    views: {
      status: { resetFields: [["spec"], ["status", "conditions"]], prepareForUpdate: prepareSigningStatus },
      approval: { resetFields: [["spec"], ["status", "certificate"]], prepareForUpdate: prepareApproval },
    },
  },

  // coordination.k8s.io
  "coordination.k8s.io/Lease": {
    allowsCreateOnUpdate: true,
    allowsUnconditionalUpdate: false,
    prepareForCreate: (object) => prepareLease(object),
    prepareForUpdate: prepareLease,
  },

  // discovery.k8s.io
  "discovery.k8s.io/EndpointSlice": {
    generation: ["addressType", "endpoints", "ports", "metadata.labels"],
    prepareForCreate: prepareEndpointSlice,
    prepareForUpdate: prepareEndpointSlice,
  },

  // events.k8s.io
  "events.k8s.io/Event": { allowsCreateOnUpdate: true, defaultPropagation: "Unsupported" },

  // flowcontrol.apiserver.k8s.io
  "flowcontrol.apiserver.k8s.io/FlowSchema": { generation: ["spec"], views: { status: pinsMetadata() } },
  "flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration": {
    generation: ["spec"],
    views: { status: pinsMetadata() },
  },

  // networking.k8s.io
  "networking.k8s.io/Ingress": { generation: ["spec"] },
  "networking.k8s.io/IngressClass": { generation: ["spec"] },
  "networking.k8s.io/IPAddress": { name: addressName },
  "networking.k8s.io/NetworkPolicy": { generation: ["spec"] },
  "networking.k8s.io/ServiceCIDR": { views: { status: pinsMetadata() } },

  // node.k8s.io
  "node.k8s.io/RuntimeClass": { allowsCreateOnUpdate: true, allowsUnconditionalUpdate: false },

  // policy
  "policy/PodDisruptionBudget": {
    name: validatePathSegmentName,
    allowsUnconditionalUpdate: false,
    generation: ["spec"],
  },

  // rbac.authorization.k8s.io
  "rbac.authorization.k8s.io/ClusterRole": { name: validatePathSegmentName, allowsCreateOnUpdate: true },
  "rbac.authorization.k8s.io/ClusterRoleBinding": { name: validatePathSegmentName, allowsCreateOnUpdate: true },
  "rbac.authorization.k8s.io/Role": { name: validatePathSegmentName, allowsCreateOnUpdate: true },
  "rbac.authorization.k8s.io/RoleBinding": { name: validatePathSegmentName, allowsCreateOnUpdate: true },

  // resource.k8s.io
  "resource.k8s.io/DeviceClass": { name: subdomainOfBytes, returnsDeletedObject: true, generation: ["spec"] },
  "resource.k8s.io/ResourceClaim": { returnsDeletedObject: true, views: { status: pinsMetadata() } },
  "resource.k8s.io/ResourceClaimTemplate": { returnsDeletedObject: true },
  "resource.k8s.io/ResourceSlice": { returnsDeletedObject: true, generation: ["spec"] },

  // scheduling.k8s.io
  "scheduling.k8s.io/PriorityClass": { generation: [] },

  // storage.k8s.io
  "storage.k8s.io/CSIDriver": {
    allowsUnconditionalUpdate: false,
    returnsDeletedObject: true,
    generation: ["spec"],
    startsGeneration: false,
    prepareForCreate: prepareCsiDriver,
    prepareForUpdate: prepareCsiDriver,
  },
  "storage.k8s.io/CSINode": { allowsUnconditionalUpdate: false, returnsDeletedObject: true },
  "storage.k8s.io/CSIStorageCapacity": { allowsUnconditionalUpdate: false },
  "storage.k8s.io/StorageClass": { returnsDeletedObject: true },
  "storage.k8s.io/VolumeAttachment": {
    allowsUnconditionalUpdate: false,
    returnsDeletedObject: true,
    views: { status: pinsMetadata() },
  },
  "storage.k8s.io/VolumeAttributesClass": { returnsDeletedObject: true },
};

/** Of a view that cannot be used to change labels and the like either. */
function pinsMetadata(pinned: readonly string[] = ["spec"]): ViewRules {
  const names = ["deletionTimestamp", "labels", "annotations", "finalizers", "ownerReferences"];
  return {
    pinned: [...pinned, ...names.map((name) => `metadata.${name}`)],
    resetFields: [...pinned.map((path) => [path]), ["metadata"]],
  };
}
