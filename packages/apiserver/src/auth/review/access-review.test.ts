import { statusErrorOf } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../resource-object.ts";
import { MemoryStore } from "../../storage/memory-store.ts";
import { RbacAuthorizer } from "../rbac/rbac-authorizer.ts";
import { RbacRules } from "../rbac/rbac-rules.ts";
import type { User } from "../user.ts";
import { reviewLocalAccess, reviewSelfAccess, reviewSelfRules, reviewSubjectAccess } from "./access-review.ts";

const alice: User = { name: "alice", uid: "", groups: ["system:authenticated"], extra: {} };
const get = { verb: "get", resource: "pods" };

// All answers are the reference's to the same questions.
describe("access reviews", () => {
  test("say whether someone may, and why", () => {
    const { authorizer } = world();
    expect(
      reviewSelfAccess(authorizer, review({ resourceAttributes: { ...get, namespace: "x" } }), alice).status,
    ).toEqual({
      allowed: false,
    });
    const path = review({ nonResourceAttributes: { verb: "get", path: "/healthz" } });
    expect(reviewSelfAccess(authorizer, path, alice).status).toEqual({
      allowed: true,
      reason:
        'RBAC: allowed by ClusterRoleBinding "system:discovery" of ClusterRole "system:discovery" to Group "system:authenticated"',
    });
    const masters = review({ user: "alice", groups: ["system:masters"], resourceAttributes: get });
    expect(reviewSubjectAccess(authorizer, masters)).toEqual({ ...masters, status: { allowed: true } });
    const local = review(
      { user: "alice", resourceAttributes: { ...get, namespace: "default" } },
      { namespace: "default" },
    );
    expect(reviewLocalAccess(authorizer, local, "default").status).toEqual({ allowed: false });
  });

  test.each<["self" | "subject" | "local", Record<string, unknown>, Record<string, unknown>, string]>([
    [
      "self",
      {},
      { name: "x" },
      "[spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified, " +
        'metadata: Invalid value: {"name":"x"}: must be empty]',
    ],
    [
      "self",
      { nonResourceAttributes: { verb: "get" }, resourceAttributes: {} },
      {},
      'spec.nonResourceAttributes: Invalid value: {"Path":"","Verb":"get"}: cannot be specified in combination with resourceAttributes',
    ],
    [
      "subject",
      {},
      {},
      "[spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified, " +
        'spec.user: Invalid value: "": at least one of user or group must be specified]',
    ],
    [
      "local",
      { user: "alice", resourceAttributes: get },
      { namespace: "default" },
      'spec.resourceAttributes.namespace: Invalid value: "": must match metadata.namespace',
    ],
  ])("of %s refuse %j with metadata %j", (kind, spec, metadata, problem) => {
    const { authorizer } = world();
    const asked = review(spec, metadata);
    const ask = {
      self: () => reviewSelfAccess(authorizer, asked, alice),
      subject: () => reviewSubjectAccess(authorizer, asked),
      local: () => reviewLocalAccess(authorizer, asked, "default"),
    };
    try {
      ask[kind]();
      expect.unreachable();
    } catch (error) {
      const status = statusErrorOf(error)?.status;
      expect(status).toMatchObject({ code: 422, message: `.authorization.k8s.io "" is invalid: ${problem}` });
      expect(status?.details).toMatchObject({ group: "authorization.k8s.io" });
    }
  });

  test("reviewSelfRules lists the rules that hold", () => {
    const { rules } = world();
    const asked = review({ namespace: "default" });
    expect(reviewSelfRules(rules, asked, { ...alice, groups: [...alice.groups, "broken"] })).toEqual({
      apiVersion: asked.apiVersion,
      kind: asked.kind,
      metadata: {},
      spec: {},
      status: {
        resourceRules: [
          { verbs: ["create"], apiGroups: ["authorization.k8s.io"], resources: ["selfsubjectaccessreviews"] },
        ],
        nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/healthz"] }],
        incomplete: false,
        evaluationError: 'clusterrole.rbac.authorization.k8s.io "nope" not found',
      },
    });
    expect(() => reviewSelfRules(rules, review({}), alice)).toThrow("no namespace on request");
  });
});

function review(spec: Record<string, unknown>, metadata: Record<string, unknown> = {}): ApiObject {
  return {
    apiVersion: "authorization.k8s.io/v1",
    kind: "Review",
    metadata: metadata as unknown as ApiObject["metadata"],
    spec,
  };
}

function world() {
  const store = new MemoryStore();
  const group = "rbac.authorization.k8s.io";
  const role = (name: string, rules: unknown): ApiObject => {
    return { apiVersion: `${group}/v1`, kind: "ClusterRole", metadata: { name }, rules };
  };
  const binding = (name: string, to = name, whom = "system:authenticated"): ApiObject => ({
    apiVersion: `${group}/v1`,
    kind: "ClusterRoleBinding",
    metadata: { name },
    roleRef: { kind: "ClusterRole", name: to },
    subjects: [{ kind: "Group", name: whom }],
  });
  const create = { verbs: ["create"], apiGroups: ["authorization.k8s.io"], resources: ["selfsubjectaccessreviews"] };
  store.create(`${group}/clusterroles`, role("system:basic-user", [create]));
  store.create(`${group}/clusterroles`, role("system:discovery", [{ verbs: ["get"], nonResourceURLs: ["/healthz"] }]));
  for (const name of ["system:basic-user", "system:discovery"])
    store.create(`${group}/clusterrolebindings`, binding(name));
  store.create(`${group}/clusterrolebindings`, binding("zz", "nope", "broken"));
  const rules = new RbacRules(store);
  return { rules, authorizer: new RbacAuthorizer(rules) };
}
