import { leaseValidation } from "./cluster/lease-validation.ts";
import { namespaceValidation } from "./cluster/namespace-validation.ts";
import { configMapValidation } from "./config/config-map-validation.ts";
import { secretValidation } from "./config/secret-validation.ts";
import { serviceAccountValidation } from "./config/service-account-validation.ts";
import { eventValidation, olderEventValidation } from "./event/event-validation.ts";
import type { KindValidation } from "./kind-validation.ts";
import { podValidation } from "./pod/pod-validation.ts";
import { disruptionBudgetValidation } from "./policy/disruption-budget-validation.ts";
import { clusterRoleBindingValidation, roleBindingValidation } from "./rbac/binding-validation.ts";
import { clusterRoleValidation, roleValidation } from "./rbac/role-validation.ts";
import { serviceValidation } from "./service/service-validation.ts";
import { daemonSetValidation } from "./workload/daemon-set-validation.ts";
import { deploymentValidation } from "./workload/deployment-validation.ts";
import { cronJobValidation } from "./workload/job/cron-job-validation.ts";
import { jobValidation } from "./workload/job/job-validation.ts";
import { replicaSetValidation } from "./workload/replica-set-validation.ts";
import { replicationControllerValidation } from "./workload/replication-controller-validation.ts";
import { statefulSetValidation } from "./workload/stateful-set-validation.ts";

/** The rules of kinds that have some of their own, by group and kind as in `apps/Deployment`, or `Pod`. */
const validations: Readonly<Record<string, KindValidation>> = {
  Pod: podValidation,
  ConfigMap: configMapValidation,
  Event: olderEventValidation,
  Namespace: namespaceValidation,
  ReplicationController: replicationControllerValidation,
  Secret: secretValidation,
  Service: serviceValidation,
  ServiceAccount: serviceAccountValidation,
  "apps/DaemonSet": daemonSetValidation,
  "apps/Deployment": deploymentValidation,
  "apps/ReplicaSet": replicaSetValidation,
  "apps/StatefulSet": statefulSetValidation,
  "batch/CronJob": cronJobValidation,
  "batch/Job": jobValidation,
  "coordination.k8s.io/Lease": leaseValidation,
  "events.k8s.io/Event": eventValidation,
  "policy/PodDisruptionBudget": disruptionBudgetValidation,
  "rbac.authorization.k8s.io/ClusterRole": clusterRoleValidation,
  "rbac.authorization.k8s.io/ClusterRoleBinding": clusterRoleBindingValidation,
  "rbac.authorization.k8s.io/Role": roleValidation,
  "rbac.authorization.k8s.io/RoleBinding": roleBindingValidation,
};

/** The rules of a kind, for all of its versions; undefined where none are known. */
export function validationOf(group: string, kind: string): KindValidation | undefined {
  return validations[group === "" ? kind : `${group}/${kind}`];
}
