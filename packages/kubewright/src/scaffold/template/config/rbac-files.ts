import type { ScaffoldFile } from "../../scaffold-file.ts";

/** Who the operator is in a cluster, and what it may do there. */
export function rbacFiles(projectName: string): ScaffoldFile[] {
  const labels = `  labels:
    app.kubernetes.io/name: ${projectName}
    app.kubernetes.io/managed-by: kustomize`;
  return [
    { path: "config/rbac/kustomization.yaml", text: kustomization },
    { path: "config/rbac/service_account.yaml", text: serviceAccount(labels) },
    { path: "config/rbac/role.yaml", text: role, isGenerated: true },
    {
      path: "config/rbac/role_binding.yaml",
      text: binding("ClusterRole", "manager-role", "manager-rolebinding", labels),
    },
    { path: "config/rbac/leader_election_role.yaml", text: leaderElectionRole(labels) },
    {
      path: "config/rbac/leader_election_role_binding.yaml",
      text: binding("Role", "leader-election-role", "leader-election-rolebinding", labels),
    },
    { path: "config/rbac/metrics_auth_role.yaml", text: metricsAuthRole },
    {
      path: "config/rbac/metrics_auth_role_binding.yaml",
      text: binding("ClusterRole", "metrics-auth-role", "metrics-auth-rolebinding", labels),
    },
    { path: "config/rbac/metrics_reader_role.yaml", text: metricsReaderRole },
  ];
}

const kustomization = `resources:
# The operator, and its rights. If "kubewright deploy" is not to make them, take these lines out and make them elsewhere.
- service_account.yaml
- role.yaml
- role_binding.yaml
- leader_election_role.yaml
- leader_election_role_binding.yaml
# With the first two, the operator may ask the cluster who wants to read its metrics, and whether they may. The last one is for those who may.
- metrics_auth_role.yaml
- metrics_auth_role_binding.yaml
- metrics_reader_role.yaml
# For people: rights on the kinds of this project. The operator itself does not need them.
# +kubebuilder:scaffold:rbackustomizeresource
`;

function serviceAccount(labels: string): string {
  return `apiVersion: v1
kind: ServiceAccount
metadata:
${labels}
  name: controller-manager
  namespace: system
`;
}

/** "kubewright manifests" writes it anew as soon as there is a marker. */
const role = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: manager-role
rules: []
`;

function binding(kind: "Role" | "ClusterRole", role: string, name: string, labels: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}Binding
metadata:
${labels}
  name: ${name}${kind === "Role" ? "\n  namespace: system" : ""}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ${kind}
  name: ${role}
subjects:
- kind: ServiceAccount
  name: controller-manager
  namespace: system
`;
}

function leaderElectionRole(labels: string): string {
  return `# Of several replicas, the one that holds the lease works.
# The verbs are Kubebuilder's. To give no more than is needed, leave get, create and update of leases.
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
${labels}
  name: leader-election-role
  namespace: system
rules:
- apiGroups:
  - coordination.k8s.io
  resources:
  - leases
  verbs:
  - get
  - list
  - watch
  - create
  - update
  - patch
  - delete
- apiGroups:
  - ""
  - events.k8s.io
  resources:
  - events
  verbs:
  - create
  - patch
`;
}

const metricsAuthRole = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: metrics-auth-role
rules:
- apiGroups:
  - authentication.k8s.io
  resources:
  - tokenreviews
  verbs:
  - create
- apiGroups:
  - authorization.k8s.io
  resources:
  - subjectaccessreviews
  verbs:
  - create
`;

const metricsReaderRole = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: metrics-reader
rules:
- nonResourceURLs:
  - /metrics
  verbs:
  - get
`;
