import { statusErrorOf } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { AccessRequest, Authorizer } from "../authorizer.ts";
import { type PolicyRule, ruleAllows } from "../rbac/policy-rule.ts";
import type { User } from "../user.ts";
import { Impersonator } from "./impersonator.ts";

const alice: User = { name: "alice", uid: "u-1", groups: ["system:authenticated"], extra: {} };
const access: AccessRequest = { user: alice, verb: "list", group: "", resource: "pods" };
/** What the reference's user was granted when it gave the answers below. */
const granted: PolicyRule[] = [
  { apiGroups: [""], resources: ["users"], resourceNames: ["bob"], verbs: ["impersonate"] },
  { apiGroups: [""], resources: ["groups"], resourceNames: ["g1"], verbs: ["impersonate"] },
  { apiGroups: ["authentication.k8s.io"], resources: ["userextras/scopes"], verbs: ["impersonate"] },
];

describe("Impersonator", () => {
  test("lets be who is named, with the groups that go with it", () => {
    const everything = impersonator([{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }]);
    const rows: [Record<string, string | string[]>, Partial<User>][] = [
      [{}, alice],
      [{ "impersonate-user": "bob" }, { name: "bob", uid: "", groups: ["system:authenticated"], extra: {} }],
      [
        { "impersonate-user": "bob", "impersonate-uid": "5", "impersonate-extra-a%2fb": "u" },
        { name: "bob", uid: "5", extra: { "a/b": ["u"] } },
      ],
      [{ "impersonate-user": "bob", "impersonate-group": "g1, g2" }, { groups: ["g1", "g2", "system:authenticated"] }],
      [{ "impersonate-user": "bob", "impersonate-group": ["g, 1"] }, { groups: ["g, 1", "system:authenticated"] }],
      [
        { "impersonate-user": "bob", "impersonate-group": "system:unauthenticated" },
        { groups: ["system:unauthenticated"] },
      ],
      [{ "impersonate-user": "system:anonymous" }, { groups: ["system:unauthenticated"] }],
      [
        { "impersonate-user": "system:serviceaccount:ns:sa" },
        { groups: ["system:serviceaccounts", "system:serviceaccounts:ns", "system:authenticated"] },
      ],
      [{ "impersonate-user": "system:node:n1" }, { groups: ["system:nodes", "system:authenticated"] }],
    ];
    for (const [headers, expected] of rows)
      expect(everything.impersonate(alice, headers, access)).toMatchObject(expected);
  });

  test.each<[Record<string, string>, string]>([
    [
      { "impersonate-user": "carol" },
      'pods is forbidden: User "alice" cannot impersonate-on:user-info:list resource "pods" in API group "" at the cluster scope',
    ],
    [
      { "impersonate-user": "system:serviceaccount:ns:sa" },
      'pods is forbidden: User "alice" cannot impersonate-on:serviceaccount:list resource "pods" in API group "" at the cluster scope',
    ],
    [
      { "impersonate-user": "system:node:n1" },
      'pods is forbidden: User "alice" cannot impersonate-on:arbitrary-node:list resource "pods" in API group "" at the cluster scope',
    ],
    [
      { "impersonate-group": "g" },
      'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"g"}, Extra:map[string][]string(nil)} without impersonating a user name',
    ],
    [
      { "impersonate-uid": "u" },
      'requested &user.DefaultInfo{Name:"", UID:"u", Groups:[]string(nil), Extra:map[string][]string(nil)} without impersonating a user name',
    ],
    [
      { "impersonate-extra-a%2fb": "u" },
      'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string(nil), Extra:map[string][]string{"a/b":[]string{"u"}}} without impersonating a user name',
    ],
  ])("refuses %j", (headers, message) => {
    expect(refusal(impersonator(granted), headers)).toBe(message);
  });

  test.each<[Record<string, string>, string]>([
    [
      { "impersonate-user": "carol" },
      'users "carol" is forbidden: User "alice" cannot impersonate resource "users" in API group "" at the cluster scope',
    ],
    [
      { "impersonate-user": "bob", "impersonate-group": "g2" },
      'groups "g2" is forbidden: User "alice" cannot impersonate resource "groups" in API group "" at the cluster scope',
    ],
    [
      { "impersonate-user": "bob", "impersonate-extra-foo": "v" },
      'userextras.authentication.k8s.io "v" is forbidden: User "alice" cannot impersonate resource "userextras/foo" in API group "authentication.k8s.io" at the cluster scope',
    ],
    [
      { "impersonate-user": "bob", "impersonate-uid": "v" },
      'uids.authentication.k8s.io "v" is forbidden: User "alice" cannot impersonate resource "uids" in API group "authentication.k8s.io" at the cluster scope',
    ],
    [
      { "impersonate-user": "system:serviceaccount:a:b" },
      'serviceaccounts "b" is forbidden: User "alice" cannot impersonate resource "serviceaccounts" in API group "" in the namespace "a"',
    ],
  ])("speaks of the way that worked before when it refuses %j", (headers, message) => {
    const subject = impersonator(granted);
    expect(subject.impersonate(alice, { "impersonate-user": "bob" }, access).name).toBe("bob");
    expect(refusal(subject, headers)).toBe(message);
  });

  test("allows in a constrained way only what the request does", () => {
    const subject = impersonator([
      { verbs: ["impersonate-on:user-info:list"], apiGroups: [""], resources: ["pods"] },
      { verbs: ["impersonate:user-info"], apiGroups: ["authentication.k8s.io"], resources: ["users", "groups"] },
    ]);
    expect(subject.impersonate(alice, { "impersonate-user": "bob" }, access).name).toBe("bob");
    expect(() => subject.impersonate(alice, { "impersonate-user": "bob" }, { ...access, verb: "get" })).toThrow(
      "impersonate-on:user-info:get",
    );
    expect(refusal(subject, { "impersonate-user": "bob", "impersonate-group": "system:masters" })).toBe(
      'groups.authentication.k8s.io "system:masters" is forbidden: User "alice" cannot impersonate:user-info resource "groups" ' +
        'in API group "authentication.k8s.io" at the cluster scope: impersonating the system:masters group is not allowed',
    );
  });
});

function impersonator(rules: readonly PolicyRule[]): Impersonator {
  const authorizer: Authorizer = {
    authorize: (request) => ({ isAllowed: rules.some((rule) => ruleAllows(rule, request)), reason: "" }),
  };
  return new Impersonator(authorizer);
}

function refusal(subject: Impersonator, headers: Record<string, string>): string | undefined {
  try {
    subject.impersonate(alice, headers, access);
  } catch (error) {
    return statusErrorOf(error)?.status.message;
  }
  return undefined;
}
