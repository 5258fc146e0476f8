import type { Change, Subject } from "../subject.ts";

const group = "rbac.authorization.k8s.io";
const apiVersion = `${group}/v1`;

const rules: readonly Change[] = [
  { rules: [{ verbs: ["get"], nonResourceURLs: ["/x"] }] },
  { rules: [{ verbs: ["get"], nonResourceURLs: ["/x"], resources: ["pods"] }] },
  { rules: [{ nonResourceURLs: ["/x"] }] },
  { rules: [{ verbs: ["get"] }] },
  { rules: [{}] },
  { "metadata/name": "system:any" },
  { "metadata/name": "a%b" },
  { "metadata/name": "Upper Case" },
  { "metadata/finalizers": ["short"] },
];

const subjects: readonly Change[] = [
  { subjects: [{ kind: "ServiceAccount", name: "a" }] },
  { subjects: [{ kind: "ServiceAccount", name: "a", namespace: "default" }] },
  { subjects: [{ kind: "ServiceAccount", name: "Bad_Name", namespace: "default" }] },
  { subjects: [{ kind: "ServiceAccount", name: "a", namespace: "default", apiGroup: group }] },
  { subjects: [{ kind: "User", name: "a", apiGroup: "other" }] },
  { subjects: [{ kind: "Group", name: "", apiGroup: group }] },
  { subjects: [{ kind: "Robot", name: "a" }] },
  { subjects: [{}] },
  { roleRef: { apiGroup: group, kind: "ClusterRole", name: "other" } },
  { roleRef: { apiGroup: group, kind: "Role", name: "view" } },
  { roleRef: { apiGroup: group, kind: "Robot", name: "view" } },
  { roleRef: { apiGroup: "other", kind: "ClusterRole", name: "view" } },
  { roleRef: { apiGroup: group, kind: "ClusterRole", name: "a/b" } },
  { roleRef: { kind: "ClusterRole", name: "<view>" } },
  { roleRef: {} },
];

const role = {
  rules: [
    { verbs: ["get", "list"], apiGroups: [""], resources: ["pods"], resourceNames: ["a"] },
    { verbs: ["*"], apiGroups: ["apps"], resources: ["*"] },
  ],
};
const binding = {
  roleRef: { apiGroup: group, kind: "ClusterRole", name: "view" },
  subjects: [
    { kind: "User", name: "u", apiGroup: group },
    { kind: "ServiceAccount", name: "s", namespace: "default" },
  ],
};

export const rbacSubjects: readonly Subject[] = [
  { apiVersion, kind: "Role", resource: "roles", isNamespaced: true, name: "plain", object: role, changes: rules },
  {
    apiVersion,
    kind: "ClusterRole",
    resource: "clusterroles",
    isNamespaced: false,
    name: "plain",
    object: {
      ...role,
      aggregationRule: {
        clusterRoleSelectors: [
          { matchLabels: { a: "b" }, matchExpressions: [{ key: "c", operator: "In", values: ["d"] }] },
        ],
      },
    },
    changes: [
      ...rules,
      {
        "aggregationRule/clusterRoleSelectors": [{ matchExpressions: [{ key: "c", operator: "Like", values: ["d"] }] }],
      },
      {
        "aggregationRule/clusterRoleSelectors": [
          { matchExpressions: [{ key: "c", operator: "Exists", values: ["d"] }] },
        ],
      },
      {
        "aggregationRule/clusterRoleSelectors": [
          { matchExpressions: [{ key: "c", operator: "In", values: ["not good"] }] },
        ],
      },
      { "aggregationRule/clusterRoleSelectors": [{ matchLabels: { "not good": "b" } }] },
    ],
  },
  {
    apiVersion,
    kind: "RoleBinding",
    resource: "rolebindings",
    isNamespaced: true,
    name: "plain",
    object: binding,
    changes: subjects,
  },
  {
    apiVersion,
    kind: "ClusterRoleBinding",
    resource: "clusterrolebindings",
    isNamespaced: false,
    name: "plain",
    object: binding,
    changes: subjects,
  },
];
