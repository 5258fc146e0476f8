import { badRequestError, forbiddenError, jsonEqual, notFoundError, type StatusError } from "@kubewright/api";
import { compareBytes, plainFailure, quote, quoteList } from "@kubewright/api/server";
import type { ApiObject } from "../../resource-object.ts";
import type { Authorizer } from "../authorizer.ts";
import { systemName, type User } from "../user.ts";
import { formatRule, type PolicyRule } from "./policy-rule.ts";
import type { RbacRules } from "./rbac-rules.ts";
import { compactRules, uncoveredRules } from "./rule-cover.ts";
import type { Binding } from "./subject-index.ts";

const group = "rbac.authorization.k8s.io";
const fullAuthority: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

/** A role or binding that is about to be written. */
export interface RbacWrite {
  readonly resource: "roles" | "clusterroles" | "rolebindings" | "clusterrolebindings";
  readonly user: User;
  /** Of the request; empty for objects of the cluster. */
  readonly namespace: string;
  /** Of the request: empty for a creation. */
  readonly name: string;
  readonly object: ApiObject;
  /** Absent for a creation. */
  readonly old?: ApiObject | undefined;
}

/**
 * Nobody may give what they do not have: throws the 403 for a role or binding that would.
 *
 * Those with the verb `escalate` on the role, or `bind` on the role that is bound, may. To be asked before the object is validated.
 */
export function checkRbacWrite(rules: RbacRules, authorizer: Authorizer, write: RbacWrite): void {
  const { resource, user, object, old } = write;
  if (user.groups.includes(systemName.masters)) return;
  const isRole = resource === "roles" || resource === "clusterroles";
  if (isRole && isAuthorized(authorizer, write, "escalate", resource, write.name)) return;
  if (old !== undefined && changesOnlyOwners(object, old)) return;
  if (isRole) checkRole(rules, write);
  else checkBinding(rules, authorizer, write);
}

function checkRole(rules: RbacRules, write: RbacWrite): void {
  const { object, old } = write;
  const problem = escalationProblem(rules, write, (object as Role).rules ?? []);
  if (problem !== undefined) throw forbidden(write, problem);
  if (write.resource !== "clusterroles" || !(isAggregated(object) || isAggregated(old))) return;
  if (escalationProblem(rules, write, fullAuthority) !== undefined) {
    throw forbidden(write, "must have cluster-admin privileges to use the aggregationRule");
  }
}

function checkBinding(rules: RbacRules, authorizer: Authorizer, write: RbacWrite): void {
  const { roleRef = {} } = write.object as Binding;
  const { kind = "", name = "" } = roleRef;
  const resource = kind === "ClusterRole" ? "clusterroles" : "roles";
  if ((kind === "ClusterRole" || kind === "Role") && isAuthorized(authorizer, write, "bind", resource, name)) return;
  const wanted = rules.rulesOfRole(roleRef, write.namespace);
  if (wanted === undefined) throw missingRole(write, kind, name);
  const problem = escalationProblem(rules, write, wanted);
  if (problem !== undefined) throw forbidden(write, problem);
}

function missingRole({ resource, namespace }: RbacWrite, kind: string, name: string): StatusError {
  if (kind !== "ClusterRole" && kind !== "Role") return plainFailure(`unsupported role reference kind: ${quote(kind)}`);
  if (kind === "Role" && namespace === "") return badRequestError("Namespace parameter required.");
  // The reference names the resource of the request, not that of the role.
  return notFoundError({ group, resource }, name);
}

interface Role extends ApiObject {
  readonly rules?: readonly PolicyRule[] | null;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly unknown[] | null } | null;
}

function isAuthorized(
  authorizer: Authorizer,
  { user, namespace }: RbacWrite,
  verb: string,
  resource: string,
  name: string,
): boolean {
  return authorizer.authorize({ user, verb, group, version: "*", resource, namespace, name }).isAllowed;
}

function escalationProblem(
  rules: RbacRules,
  { user, namespace }: RbacWrite,
  wanted: readonly PolicyRule[],
): string | undefined {
  const held = rules.rulesFor(user, namespace);
  const missing = uncoveredRules(held.rules, wanted);
  if (missing.length === 0) return undefined;
  const texts = [...new Set(compactRules(missing).map(formatRule))].sort(compareBytes);
  const who = `user ${quote(user.name)} (groups=${quoteList(user.groups)})`;
  const text = `${who} is attempting to grant RBAC permissions not currently held:\n${texts.join("\n")}`;
  return held.problems.length === 0 ? text : `${text}; resolution errors: [${held.problems.join(", ")}]`;
}

/** What the garbage collector changes. */
function changesOnlyOwners(object: ApiObject, old: ApiObject): boolean {
  return jsonEqual(withoutOwners(object), withoutOwners(old));
}

function withoutOwners(object: ApiObject): unknown {
  const { ownerReferences: _owners, finalizers: _finalizers, managedFields: _fields, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function isAggregated(role: ApiObject | undefined): boolean {
  return ((role as Role | undefined)?.aggregationRule?.clusterRoleSelectors?.length ?? 0) > 0;
}

function forbidden({ resource, object }: RbacWrite, because: string): Error {
  return forbiddenError({ group, resource }, object.metadata.name ?? "", because);
}
