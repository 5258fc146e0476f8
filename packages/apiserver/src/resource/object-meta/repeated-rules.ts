/** A set of rules for metadata: those of every object, or those of a changed one. */
export type MetadataRules = "object" | "update";

/** Kinds whose own rules for changes repeat those of every object, by group and kind. */
const repeatingKinds = new Set([
  "ConfigMap",
  "Endpoints",
  "Namespace",
  "Node",
  "PersistentVolumeClaim",
  "Pod",
  "Secret",
  "ServiceAccount",
  "apiregistration.k8s.io/APIService",
  "apps/ControllerRevision",
  "batch/Job",
  "certificates.k8s.io/CertificateSigningRequest",
  "networking.k8s.io/IPAddress",
  "networking.k8s.io/Ingress",
  "networking.k8s.io/IngressClass",
  "node.k8s.io/RuntimeClass",
  "rbac.authorization.k8s.io/ClusterRole",
  "rbac.authorization.k8s.io/ClusterRoleBinding",
  "rbac.authorization.k8s.io/Role",
  "rbac.authorization.k8s.io/RoleBinding",
  "resource.k8s.io/DeviceClass",
  "resource.k8s.io/ResourceClaim",
  "resource.k8s.io/ResourceClaimTemplate",
  "storage.k8s.io/CSIStorageCapacity",
  "storage.k8s.io/StorageClass",
  "storage.k8s.io/VolumeAttributesClass",
]);

/** Kinds whose own rules for changes repeat only those of every object. */
const plainKinds = new Set([
  "LimitRange",
  "admissionregistration.k8s.io/MutatingAdmissionPolicy",
  "admissionregistration.k8s.io/MutatingAdmissionPolicyBinding",
  "admissionregistration.k8s.io/MutatingWebhookConfiguration",
  "admissionregistration.k8s.io/ValidatingAdmissionPolicy",
  "admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding",
  "admissionregistration.k8s.io/ValidatingWebhookConfiguration",
  "flowcontrol.apiserver.k8s.io/FlowSchema",
  "flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration",
  "storage.k8s.io/CSINode",
  "storage.k8s.io/VolumeAttachment",
]);

/**
 * Which rules of metadata a kind's own rules for changes repeat in the reference, in order.
 *
 * The answer to a bad change has a cause for each time that a rule was broken.
 */
export function repeatedRules(group: string, kind: string, subresource: string): readonly MetadataRules[] {
  const name = group === "" ? kind : `${group}/${kind}`;
  if (name === "Event" || name === "policy/PodDisruptionBudget") return [];
  if (subresource === "") {
    if (name === "PersistentVolume") return ["object", "object"];
    if (plainKinds.has(name)) return ["object"];
    return repeatingKinds.has(name) ? ["update", "object"] : ["update"];
  }
  if (name === "batch/CronJob" && subresource === "status") return [];
  return kind === "CertificateSigningRequest" ? ["update", "object"] : ["update"];
}
