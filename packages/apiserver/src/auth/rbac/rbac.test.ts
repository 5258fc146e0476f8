import { statusErrorOf } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../resource-object.ts";
import { MemoryStore } from "../../storage/memory-store.ts";
import type { AccessRequest } from "../authorizer.ts";
import { forbiddenAccess } from "../forbidden-access.ts";
import type { User } from "../user.ts";
import { checkRbacWrite, type RbacWrite } from "./escalation.ts";
import type { PolicyRule } from "./policy-rule.ts";
import { RbacAuthorizer } from "./rbac-authorizer.ts";
import { RbacRules } from "./rbac-rules.ts";

const group = "rbac.authorization.k8s.io";
const alice: User = { name: "alice", uid: "u-1", groups: ["dev", "ops", "system:authenticated"], extra: {} };

describe("a rule allows", () => {
  const rows: [PolicyRule, Partial<AccessRequest>, boolean][] = [
    [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }, { verb: "get", resource: "pods" }, true],
    [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }, { verb: "list", resource: "pods" }, false],
    [{ verbs: ["*"], apiGroups: ["apps"], resources: ["*"] }, { verb: "x", group: "apps", resource: "y" }, true],
    [{ verbs: ["*"], apiGroups: ["apps"], resources: ["*"] }, { verb: "x", resource: "y" }, false],
    [{ verbs: ["get"], apiGroups: ["*"], resources: ["pods"] }, { resource: "pods", subresource: "log" }, false],
    [{ verbs: ["get"], apiGroups: ["*"], resources: ["pods/log"] }, { resource: "pods", subresource: "log" }, true],
    [{ verbs: ["get"], apiGroups: ["*"], resources: ["*/log"] }, { resource: "pods", subresource: "log" }, true],
    [{ verbs: ["get"], apiGroups: ["*"], resources: ["*/log"] }, { resource: "log" }, false],
    [
      { verbs: ["get"], apiGroups: [""], resources: ["pods"], resourceNames: ["a"] },
      { resource: "pods", name: "a" },
      true,
    ],
    [{ verbs: ["get"], apiGroups: [""], resources: ["pods"], resourceNames: ["a"] }, { resource: "pods" }, false],
    [{ verbs: ["get"], nonResourceURLs: ["/a", "/b/*"] }, { path: "/a" }, true],
    [{ verbs: ["get"], nonResourceURLs: ["/a", "/b/*"] }, { path: "/b/c/d" }, true],
    [{ verbs: ["get"], nonResourceURLs: ["/a", "/b/*"] }, { path: "/b" }, false],
    [{ verbs: ["get"], nonResourceURLs: ["*"] }, { path: "/z" }, true],
    [{ verbs: ["get"], apiGroups: ["*"], resources: ["*"] }, { path: "/z" }, false],
  ];

  test.each(rows)("%j for %j: %s", (rule, request, isAllowed) => {
    const { authorizer } = world({
      rules: { all: [rule] },
      clusterBindings: { b: ["all", { kind: "User", name: "alice" }] },
    });
    expect(authorizer.authorize({ user: alice, verb: "get", ...request }).isAllowed).toBe(isAllowed);
  });
});

describe("RbacAuthorizer", () => {
  const readPods = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };

  test("says which binding allows", () => {
    const { authorizer } = world({
      rules: { reader: [readPods] },
      clusterBindings: { one: ["reader", { kind: "Group", name: "ops" }] },
      bindings: { "default/two": ["reader", { kind: "ServiceAccount", name: "sa" }] },
    });
    const ask = (user: User, namespace?: string) =>
      authorizer.authorize({ user, verb: "get", resource: "pods", ...(namespace && { namespace }) });
    expect(ask(alice)).toEqual({
      isAllowed: true,
      reason: 'RBAC: allowed by ClusterRoleBinding "one" of ClusterRole "reader" to Group "ops"',
    });
    const account: User = { name: "system:serviceaccount:default:sa", uid: "", groups: [], extra: {} };
    expect(ask(account, "default")).toEqual({
      isAllowed: true,
      reason: 'RBAC: allowed by RoleBinding "two/default" of ClusterRole "reader" to ServiceAccount "sa/default"',
    });
    expect(ask(account, "other")).toEqual({ isAllowed: false, reason: "" });
    expect(ask(account)).toEqual({ isAllowed: false, reason: "" });
  });

  test("lets system:masters do everything, for no reason", () => {
    const { authorizer } = world({});
    expect(authorizer.authorize({ user: { ...alice, groups: ["system:masters"] }, verb: "x", path: "/y" })).toEqual({
      isAllowed: true,
      reason: "",
    });
  });

  test("names roles that are missing", () => {
    const { authorizer } = world({
      clusterBindings: {
        a: ["nope", { kind: "User", name: "alice" }],
        b: ["nope2", { kind: "User", name: "alice" }],
      },
    });
    const request = { user: alice, verb: "list", resource: "pods", group: "" };
    const { reason } = authorizer.authorize(request);
    expect(forbiddenAccess(request, reason).message).toBe(
      'pods is forbidden: User "alice" cannot list resource "pods" in API group "" at the cluster scope: ' +
        `RBAC: [clusterrole.${group} "nope" not found, clusterrole.${group} "nope2" not found]`,
    );
  });

  test("decides by what is stored at the time", () => {
    const { store, authorizer } = world({ rules: { reader: [readPods] } });
    const isAllowed = () => authorizer.authorize({ user: alice, verb: "get", resource: "pods" }).isAllowed;
    expect(isAllowed()).toBe(false);
    const binding = bindingOf("one", ["reader", { kind: "User", name: "alice" }]);
    const created = store.create(`${group}/clusterrolebindings`, binding)!;
    expect(isAllowed()).toBe(true);
    const updated = store.update(
      `${group}/clusterrolebindings`,
      { ...binding, subjects: [{ kind: "User", name: "bob" }] },
      created.revision,
    )!;
    expect(isAllowed()).toBe(false);
    const again = store.update(`${group}/clusterrolebindings`, binding, updated.revision)!;
    expect(isAllowed()).toBe(true);
    store.delete(`${group}/clusterroles`, "", "reader", store.get(`${group}/clusterroles`, "", "reader")!.revision);
    expect(isAllowed()).toBe(false);
    store.delete(`${group}/clusterrolebindings`, "", "one", again.revision);
    expect(authorizer.authorize({ user: alice, verb: "get", resource: "pods" }).reason).toBe("");
  });
});

// All texts are the reference's answers to the same requests.
describe("checkRbacWrite", () => {
  const editor: Parameters<typeof world>[0] = {
    rules: {
      "cluster-admin": [
        { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
        { verbs: ["*"], nonResourceURLs: ["*"] },
      ],
      editor: [
        { verbs: ["create", "update", "get", "patch"], apiGroups: [group], resources: ["*"] },
        { verbs: ["get", "list"], apiGroups: [""], resources: ["pods", "*/log"] },
        { verbs: ["get"], nonResourceURLs: ["/foo*"] },
      ],
    },
    clusterBindings: { b: ["editor", { kind: "User", name: "alice" }] },
  };
  const who =
    'user "alice" (groups=["dev" "ops" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n';

  test("lets users give what they have", () => {
    const rules = [{ apiGroups: [""], resources: ["pods", "pods/log"], verbs: ["get"] }];
    expect(refusal(editor, "roles", { rules })).toBeUndefined();
  });

  test.each<[string, RbacWrite["resource"], Record<string, unknown>, number, string]>([
    [
      "a role with more",
      "roles",
      {
        rules: [
          { apiGroups: ["", "apps"], resources: ["pods", "pods/log", "secrets"], verbs: ["get", "delete"] },
          { apiGroups: [""], resources: ["configmaps"], resourceNames: ["a", "b"], verbs: ["get", "update"] },
        ],
      },
      403,
      `roles.${group} "x" is forbidden: ${who}${[
        '{APIGroups:[""], Resources:["configmaps"], ResourceNames:["a"], Verbs:["get" "update"]}',
        '{APIGroups:[""], Resources:["configmaps"], ResourceNames:["b"], Verbs:["get" "update"]}',
        '{APIGroups:[""], Resources:["pods"], Verbs:["delete"]}',
        '{APIGroups:[""], Resources:["pods/log"], Verbs:["delete"]}',
        '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "delete"]}',
        '{APIGroups:["apps"], Resources:["pods"], Verbs:["get" "delete"]}',
        '{APIGroups:["apps"], Resources:["pods/log"], Verbs:["get" "delete"]}',
        '{APIGroups:["apps"], Resources:["secrets"], Verbs:["get" "delete"]}',
      ].join("\n")}`,
    ],
    [
      "a role with paths",
      "clusterroles",
      { rules: [{ nonResourceURLs: ["/foo/bar", "/x"], verbs: ["get", "post"] }] },
      403,
      `clusterroles.${group} "x" is forbidden: ${who}{NonResourceURLs:["/foo/bar"], Verbs:["post"]}\n` +
        '{NonResourceURLs:["/x"], Verbs:["get"]}\n{NonResourceURLs:["/x"], Verbs:["post"]}',
    ],
    [
      "an aggregated role",
      "clusterroles",
      { rules: [], aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] } },
      403,
      `clusterroles.${group} "x" is forbidden: must have cluster-admin privileges to use the aggregationRule`,
    ],
    [
      "a binding to a role with more",
      "rolebindings",
      { roleRef: { kind: "ClusterRole", name: "cluster-admin", apiGroup: group } },
      403,
      `rolebindings.${group} "x" is forbidden: ${who}{APIGroups:["*"], Resources:["*"], Verbs:["*"]}\n{NonResourceURLs:["*"], Verbs:["*"]}`,
    ],
    [
      "a binding to no role",
      "rolebindings",
      { roleRef: { kind: "Role", name: "nope", apiGroup: group } },
      404,
      `rolebindings.${group} "nope" not found`,
    ],
    [
      "a binding of the cluster to a role of a namespace",
      "clusterrolebindings",
      { roleRef: { kind: "Role", name: "nope", apiGroup: group } },
      400,
      "Namespace parameter required.",
    ],
    [
      "a binding to something else",
      "clusterrolebindings",
      { roleRef: { kind: "Foo", name: "x", apiGroup: group } },
      500,
      'unsupported role reference kind: "Foo"',
    ],
  ])("refuses %s", (_what, resource, fields, code, message) => {
    expect(refusal(editor, resource, fields)).toEqual([code, message]);
  });

  test("lets those who may escalate or bind", () => {
    const rules = [{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }];
    const escalate = { verbs: ["escalate"], apiGroups: [group], resources: ["roles"] };
    const bind = { verbs: ["bind"], apiGroups: [group], resources: ["clusterroles"], resourceNames: ["secret"] };
    const granted: Parameters<typeof world>[0] = {
      rules: { secret: rules, other: rules, may: [escalate, bind] },
      clusterBindings: { b: ["may", { kind: "User", name: "alice" }] },
    };
    const roleRef = { kind: "ClusterRole", apiGroup: group };
    expect(refusal(granted, "roles", { rules })).toBeUndefined();
    expect(refusal(granted, "clusterroles", { rules })?.[0]).toBe(403);
    expect(refusal(granted, "rolebindings", { roleRef: { ...roleRef, name: "secret" } })).toBeUndefined();
    expect(refusal(granted, "rolebindings", { roleRef: { ...roleRef, name: "other" } })?.[0]).toBe(403);
  });

  test("lets the garbage collector change owners and finalizers", () => {
    const old = { ...roleOf("x", [{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }]) };
    const object = { ...old, metadata: { ...old.metadata, finalizers: ["a/b"], managedFields: [{ manager: "gc" }] } };
    expect(refusal(editor, "clusterroles", object, old)).toBeUndefined();
    expect(refusal(editor, "clusterroles", { ...object, labels: {} }, old)?.[0]).toBe(403);
  });
});

type SubjectOf = { kind: string; name: string; namespace?: string };

/** A store with cluster roles and bindings to them. */
function world({
  rules = {},
  clusterBindings = {},
  bindings = {},
}: {
  rules?: Record<string, PolicyRule[]>;
  clusterBindings?: Record<string, [string, SubjectOf]>;
  bindings?: Record<string, [string, SubjectOf]>;
}) {
  const store = new MemoryStore();
  for (const [name, list] of Object.entries(rules)) store.create(`${group}/clusterroles`, roleOf(name, list));
  const held = new RbacRules(store);
  for (const [name, binding] of Object.entries(clusterBindings)) {
    store.create(`${group}/clusterrolebindings`, bindingOf(name, binding));
  }
  for (const [key, binding] of Object.entries(bindings)) store.create(`${group}/rolebindings`, bindingOf(key, binding));
  return { store, rules: held, authorizer: new RbacAuthorizer(held) };
}

function roleOf(name: string, rules: readonly PolicyRule[]): ApiObject {
  return { apiVersion: `${group}/v1`, kind: "ClusterRole", metadata: { name }, rules };
}

function bindingOf(key: string, [role, subject]: [string, SubjectOf]): ApiObject {
  const [namespace, name] = key.includes("/") ? (key.split("/") as [string, string]) : [undefined, key];
  return {
    apiVersion: `${group}/v1`,
    kind: namespace === undefined ? "ClusterRoleBinding" : "RoleBinding",
    metadata: { name: name!, ...(namespace !== undefined && { namespace }) },
    roleRef: { apiGroup: group, kind: "ClusterRole", name: role },
    subjects: [subject],
  };
}

function refusal(
  given: Parameters<typeof world>[0],
  resource: RbacWrite["resource"],
  fields: Record<string, unknown>,
  old?: ApiObject,
): [number, string] | undefined {
  const { rules, authorizer } = world(given);
  const namespace = resource.startsWith("cluster") ? "" : "default";
  const object = { apiVersion: `${group}/v1`, kind: "", metadata: { name: "x" }, ...fields } as ApiObject;
  try {
    checkRbacWrite(rules, authorizer, { resource, user: alice, namespace, name: "", object, old });
  } catch (error) {
    const status = statusErrorOf(error)!.status;
    return [status.code!, status.message!];
  }
  return undefined;
}
