import type { Script } from "../script.ts";
import { applyPatch, configMap, type Json, mergePatch } from "./fixture.ts";

const rbac = "rbac.authorization.k8s.io/v1";

function role(name: string, rules: Json[]): Json {
  return { apiVersion: rbac, kind: "Role", metadata: { name }, rules };
}

function binding(name: string, roleName: string, subjects: Json[], kind = "Role"): Json {
  return {
    apiVersion: rbac,
    kind: "RoleBinding",
    metadata: { name },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name: roleName },
    subjects,
  };
}

const user = (name: string): Json => ({ kind: "User", apiGroup: "rbac.authorization.k8s.io", name });

/** Who may do what, and who is who. */
export const rbacScripts: Script[] = [
  {
    class: "RBAC",
    name: "refusals",
    async run(s) {
      const as = "nobody";
      await s.send("get", "GET", s.core("configmaps", "a"), { as });
      await s.send("list", "GET", s.core("configmaps"), { as });
      await s.send("list everywhere", "GET", "/api/v1/configmaps", { as });
      await s.send("watch", "GET", `${s.core("configmaps")}?watch=true`, { as });
      await s.send("create", "POST", s.core("configmaps"), { as, body: configMap("a") });
      await s.send("update", "PUT", s.core("configmaps", "a"), { as, body: configMap("a") });
      await s.send("patch", "PATCH", s.core("configmaps", "a"), { as, body: {}, contentType: mergePatch });
      await s.send("delete", "DELETE", s.core("configmaps", "a"), { as });
      await s.send("delete all", "DELETE", s.core("configmaps"), { as });
      await s.send("of another group", "GET", s.group("apps/v1", "deployments", "a"), { as });
      await s.send("a subresource", "GET", s.group("apps/v1", "deployments", "a", "scale"), { as });
      await s.send("of the cluster", "GET", "/api/v1/nodes/n", { as });
      await s.send("what nobody serves", "GET", "/apis/nope.example.com/v1/things", { as });
      await s.send("a path", "GET", "/metrics", { as });
      await s.send("discovery is open", "GET", "/api", { as, groups: ["system:authenticated"] });
      await s.send("version is open", "GET", "/version/", { as, groups: ["system:authenticated"] });
      await s.send("an account that does not exist", "GET", s.core("pods"), {
        as: `system:serviceaccount:${s.namespace}:ghost`,
      });
    },
  },
  {
    class: "RBAC",
    name: "grants",
    async run(s) {
      await s.send("a role", "POST", s.group(rbac, "roles"), {
        body: role("reader", [
          { apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list"] },
          { apiGroups: ["apps"], resources: ["deployments/scale"], verbs: ["get"], resourceNames: ["web"] },
        ]),
      });
      await s.send("a binding", "POST", s.group(rbac, "rolebindings"), {
        body: binding("reader", "reader", [
          user("ann"),
          { kind: "ServiceAccount", name: "robot", namespace: s.namespace },
          { kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "readers" },
        ]),
      });
      await s.send("get", "GET", s.core("configmaps", "none"), { as: "ann" });
      await s.send("list", "GET", s.core("configmaps"), { as: "ann" });
      await s.send("create", "POST", s.core("configmaps"), { as: "ann", body: configMap("a") });
      await s.send("by account", "GET", s.core("configmaps", "none"), {
        as: `system:serviceaccount:${s.namespace}:robot`,
      });
      await s.send("by group", "GET", s.core("configmaps", "none"), { as: "someone", groups: ["readers"] });
      await s.send("by resource name", "GET", s.group("apps/v1", "deployments", "web", "scale"), { as: "ann" });
      await s.send("by another resource name", "GET", s.group("apps/v1", "deployments", "other", "scale"), {
        as: "ann",
      });
      await s.send("change what a binding refers to", "PATCH", s.group(rbac, "rolebindings", "reader"), {
        body: { roleRef: { name: "other" } },
        contentType: mergePatch,
      });
      await s.send("delete the binding", "DELETE", s.group(rbac, "rolebindings", "reader"));
      await s.send("not any more", "GET", s.core("configmaps", "none"), { as: "ann" });
    },
  },
  {
    class: "RBAC",
    name: "apply needs create",
    async run(s) {
      await s.prepare("POST", s.group(rbac, "roles"), {
        body: role("patcher", [{ apiGroups: [""], resources: ["configmaps"], verbs: ["patch"] }]),
      });
      await s.prepare("POST", s.group(rbac, "rolebindings"), { body: binding("patcher", "patcher", [user("pat")]) });
      await s.send("apply of what is not there", "PATCH", `${s.core("configmaps", "a")}?fieldManager=m`, {
        as: "pat",
        body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } },
        contentType: applyPatch,
      });
      await s.prepare("POST", s.core("configmaps"), { body: configMap("a") });
      await s.send("apply of what is there", "PATCH", `${s.core("configmaps", "a")}?fieldManager=m`, {
        as: "pat",
        body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { x: "y" } },
        contentType: applyPatch,
      });
    },
  },
  {
    class: "RBAC",
    name: "escalation",
    async run(s) {
      await s.prepare("POST", s.group(rbac, "roles"), {
        body: role("admin", [
          { apiGroups: ["rbac.authorization.k8s.io"], resources: ["roles", "rolebindings"], verbs: ["*"] },
          { apiGroups: [""], resources: ["configmaps"], verbs: ["get"] },
        ]),
      });
      await s.prepare("POST", s.group(rbac, "rolebindings"), { body: binding("admin", "admin", [user("eve")]) });
      await s.send("grant what she has", "POST", s.group(rbac, "roles"), {
        as: "eve",
        body: role("fine", [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }]),
      });
      await s.send("grant what she has not", "POST", s.group(rbac, "roles"), {
        as: "eve",
        body: role("more", [{ apiGroups: ["", "apps"], resources: ["secrets", "pods"], verbs: ["get", "list"] }]),
      });
      await s.send("bind what she has not", "POST", s.group(rbac, "rolebindings"), {
        as: "eve",
        body: binding("up", "cluster-admin", [user("eve")], "ClusterRole"),
      });
      await s.send("bind a role that is not there", "POST", s.group(rbac, "rolebindings"), {
        as: "eve",
        body: binding("gone", "gone", [user("eve")]),
      });
      await s.send("widen a role", "PATCH", s.group(rbac, "roles", "fine"), {
        as: "eve",
        body: { rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["*"] }] },
        contentType: mergePatch,
      });
    },
  },
  {
    class: "RBAC",
    name: "invalid rules",
    async run(s) {
      await s.send("no verbs", "POST", s.group(rbac, "roles"), {
        body: role("a", [{ apiGroups: [""], resources: ["pods"], verbs: [] }]),
      });
      await s.send("no groups", "POST", s.group(rbac, "roles"), {
        body: role("a", [{ resources: ["pods"], verbs: ["get"] }]),
      });
      await s.send("no resources", "POST", s.group(rbac, "roles"), {
        body: role("a", [{ apiGroups: [""], verbs: ["get"] }]),
      });
      await s.send("paths in a role", "POST", s.group(rbac, "roles"), {
        body: role("a", [{ nonResourceURLs: ["/x"], verbs: ["get"] }]),
      });
      await s.send("a binding without a role", "POST", s.group(rbac, "rolebindings"), {
        body: {
          apiVersion: rbac,
          kind: "RoleBinding",
          metadata: { name: "a" },
          roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "" },
        },
      });
      await s.send("a binding to another kind", "POST", s.group(rbac, "rolebindings"), {
        body: binding("a", "x", [user("u")], "Pod"),
      });
      await s.send("a subject without a namespace", "POST", s.group(rbac, "rolebindings"), {
        body: binding("a", "x", [{ kind: "ServiceAccount", name: "x" }]),
      });
      await s.send("a subject of another kind", "POST", s.group(rbac, "rolebindings"), {
        body: binding("a", "x", [{ kind: "Robot", name: "x" }]),
      });
    },
  },
  {
    class: "RBAC",
    name: "access reviews",
    async run(s) {
      const review = (kind: string, spec: Json): Json => ({ apiVersion: "authorization.k8s.io/v1", kind, spec });
      const base = "/apis/authorization.k8s.io/v1";
      const about = { namespace: s.namespace, verb: "get", resource: "configmaps" };
      await s.prepare("POST", s.group(rbac, "roles"), {
        body: role("reader", [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }]),
      });
      await s.prepare("POST", s.group(rbac, "rolebindings"), { body: binding("reader", "reader", [user("rob")]) });
      await s.send("may", "POST", `${base}/subjectaccessreviews`, {
        body: review("SubjectAccessReview", { user: "rob", resourceAttributes: about }),
      });
      await s.send("may not", "POST", `${base}/subjectaccessreviews`, {
        body: review("SubjectAccessReview", { user: "eve", resourceAttributes: about }),
      });
      await s.send("myself", "POST", `${base}/selfsubjectaccessreviews`, {
        body: review("SelfSubjectAccessReview", { resourceAttributes: about }),
      });
      await s.send("in a namespace", "POST", s.group("authorization.k8s.io/v1", "localsubjectaccessreviews"), {
        body: {
          ...review("LocalSubjectAccessReview", { user: "rob", resourceAttributes: about }),
          metadata: { namespace: s.namespace },
        },
      });
      await s.send("in another namespace", "POST", s.group("authorization.k8s.io/v1", "localsubjectaccessreviews"), {
        body: {
          ...review("LocalSubjectAccessReview", { user: "rob", resourceAttributes: { ...about, namespace: "other" } }),
          metadata: { namespace: s.namespace },
        },
      });
      await s.send("about nothing", "POST", `${base}/subjectaccessreviews`, {
        body: review("SubjectAccessReview", { user: "rob" }),
      });
      await s.send("about nobody", "POST", `${base}/subjectaccessreviews`, {
        body: review("SubjectAccessReview", { resourceAttributes: about }),
      });
      await s.send("a path", "POST", `${base}/subjectaccessreviews`, {
        body: review("SubjectAccessReview", {
          user: "rob",
          groups: ["system:authenticated"],
          nonResourceAttributes: { path: "/openapi/v2", verb: "get" },
        }),
      });
      await s.send("who am I", "POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", {
        as: "rob",
        body: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
      });
      await s.send("a token that is none", "POST", "/apis/authentication.k8s.io/v1/tokenreviews", {
        body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token: "nonsense" } },
      });
      await s.send("impersonation that is not allowed", "GET", s.core("pods"), {
        as: "rob",
        headers: { "impersonate-uid": "7" },
      });
    },
  },
];
