import { webhookValidation } from "./admission/webhook-validation.ts";
import { leaseValidation } from "./cluster/lease-validation.ts";
import { namespaceValidation } from "./cluster/namespace-validation.ts";
import { nodeValidation } from "./cluster/node-validation.ts";
import { priorityClassValidation } from "./cluster/priority-class-validation.ts";
import { signingRequestValidation } from "./cluster/signing-request-validation.ts";
import { configMapValidation } from "./config/config-map-validation.ts";
import { secretValidation } from "./config/secret-validation.ts";
import { serviceAccountValidation } from "./config/service-account-validation.ts";
import { eventValidation, olderEventValidation } from "./event/event-validation.ts";
import type { KindValidation } from "./kind-validation.ts";
import { endpointSliceValidation } from "./network/endpoint-slice-validation.ts";
import { endpointsValidation } from "./network/endpoints-validation.ts";
import { ingressClassValidation } from "./network/ingress-class-validation.ts";
import { ingressValidation } from "./network/ingress-validation.ts";
import { networkPolicyValidation } from "./network/network-policy-validation.ts";
import { podValidation } from "./pod/pod-validation.ts";
import { autoscalerValidation } from "./policy/autoscaler-validation.ts";
import { disruptionBudgetValidation } from "./policy/disruption-budget-validation.ts";
import { limitRangeValidation } from "./policy/limit-range-validation.ts";
import { quotaValidation } from "./policy/quota-validation.ts";
import { clusterRoleBindingValidation, roleBindingValidation } from "./rbac/binding-validation.ts";
import { clusterRoleValidation, roleValidation } from "./rbac/role-validation.ts";
import { serviceValidation } from "./service/service-validation.ts";
import { claimValidation } from "./storage/claim-validation.ts";
import { storageClassValidation } from "./storage/storage-class-validation.ts";
import { volumeValidation } from "./storage/volume-validation.ts";
import { controllerRevisionValidation } from "./workload/controller-revision-validation.ts";
import { daemonSetValidation } from "./workload/daemon-set-validation.ts";
import { deploymentValidation } from "./workload/deployment-validation.ts";
import { cronJobValidation } from "./workload/job/cron-job-validation.ts";
import { jobValidation } from "./workload/job/job-validation.ts";
import { podTemplateValidation } from "./workload/pod-template-validation.ts";
import { replicaSetValidation } from "./workload/replica-set-validation.ts";
import { replicationControllerValidation } from "./workload/replication-controller-validation.ts";
import { statefulSetValidation } from "./workload/stateful-set-validation.ts";

/** The rules of kinds that have some of their own, by group and kind as in `apps/Deployment`, or `Pod`. */
const validations: Readonly<Record<string, KindValidation>> = {
  ConfigMap: configMapValidation,
  Endpoints: endpointsValidation,
  Event: olderEventValidation,
  LimitRange: limitRangeValidation,
  Namespace: namespaceValidation,
  Node: nodeValidation,
  PersistentVolume: volumeValidation,
  PersistentVolumeClaim: claimValidation,
  Pod: podValidation,
  PodTemplate: podTemplateValidation,
  ReplicationController: replicationControllerValidation,
  ResourceQuota: quotaValidation,
  Secret: secretValidation,
  Service: serviceValidation,
  ServiceAccount: serviceAccountValidation,
  "admissionregistration.k8s.io/MutatingWebhookConfiguration": webhookValidation,
  "admissionregistration.k8s.io/ValidatingWebhookConfiguration": webhookValidation,
  "apps/ControllerRevision": controllerRevisionValidation,
  "apps/DaemonSet": daemonSetValidation,
  "apps/Deployment": deploymentValidation,
  "apps/ReplicaSet": replicaSetValidation,
  "apps/StatefulSet": statefulSetValidation,
  "autoscaling/HorizontalPodAutoscaler": autoscalerValidation,
  "batch/CronJob": cronJobValidation,
  "batch/Job": jobValidation,
  "certificates.k8s.io/CertificateSigningRequest": signingRequestValidation,
  "coordination.k8s.io/Lease": leaseValidation,
  "discovery.k8s.io/EndpointSlice": endpointSliceValidation,
  "events.k8s.io/Event": eventValidation,
  "networking.k8s.io/Ingress": ingressValidation,
  "networking.k8s.io/IngressClass": ingressClassValidation,
  "networking.k8s.io/NetworkPolicy": networkPolicyValidation,
  "policy/PodDisruptionBudget": disruptionBudgetValidation,
  "rbac.authorization.k8s.io/ClusterRole": clusterRoleValidation,
  "rbac.authorization.k8s.io/ClusterRoleBinding": clusterRoleBindingValidation,
  "rbac.authorization.k8s.io/Role": roleValidation,
  "rbac.authorization.k8s.io/RoleBinding": roleBindingValidation,
  "scheduling.k8s.io/PriorityClass": priorityClassValidation,
  "storage.k8s.io/StorageClass": storageClassValidation,
};

/** The rules of a kind, for all of its versions; undefined where none are known. */
export function validationOf(group: string, kind: string): KindValidation | undefined {
  return validations[group === "" ? kind : `${group}/${kind}`];
}
