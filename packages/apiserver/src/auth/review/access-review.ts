import { badRequestError, invalidError, type StatusCause } from "@kubewright/api";
import { invalidField, joinProblems } from "@kubewright/api/server";
import type { ApiObject } from "../../resource-object.ts";
import type { AccessRequest, Authorizer } from "../authorizer.ts";
import type { RbacRules } from "../rbac/rbac-rules.ts";
import type { User } from "../user.ts";
import { selectorProblems } from "./selector-attributes.ts";

const group = "authorization.k8s.io";

interface AccessReview extends ApiObject {
  readonly spec: {
    readonly resourceAttributes?: ResourceAttributes | null;
    readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string } | null;
    readonly user?: string;
    readonly groups?: readonly string[] | null;
    readonly uid?: string;
    readonly extra?: Readonly<Record<string, readonly string[]>> | null;
  };
}

interface ResourceAttributes {
  readonly namespace?: string;
  readonly verb?: string;
  readonly group?: string;
  readonly version?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly name?: string;
  readonly labelSelector?: unknown;
  readonly fieldSelector?: unknown;
}

/** Answers a SubjectAccessReview: may someone do something? Throws a StatusError for one that asks nothing clear. */
export function reviewSubjectAccess(authorizer: Authorizer, review: ApiObject): ApiObject {
  const { spec = {} } = review as AccessReview;
  refuse([
    ...attributeProblems(spec),
    ...subjectProblems(spec),
    ...selectorProblems(spec),
    ...metadataProblems(review),
  ]);
  return decide(authorizer, review, subjectOf(spec));
}

/** Answers a SelfSubjectAccessReview: may `user` do something? */
export function reviewSelfAccess(authorizer: Authorizer, review: ApiObject, user: User): ApiObject {
  const { spec = {} } = review as AccessReview;
  refuse([...attributeProblems(spec), ...selectorProblems(spec), ...metadataProblems(review)]);
  return decide(authorizer, review, user);
}

/** Answers a LocalSubjectAccessReview, whose question is about the namespace that it is sent to. */
export function reviewLocalAccess(authorizer: Authorizer, review: ApiObject, namespace: string): ApiObject {
  const { spec = {} } = review as AccessReview;
  const problems = [...attributeProblems(spec), ...subjectProblems(spec), ...selectorProblems(spec)];
  const { namespace: ownNamespace = "", ...metadata } = review.metadata ?? {};
  if (!isEmpty(metadata))
    problems.push(invalidField("metadata", review.metadata, "must be empty except for namespace"));
  const { resourceAttributes, nonResourceAttributes } = spec;
  if (resourceAttributes && (resourceAttributes.namespace ?? "") !== ownNamespace) {
    const asked = resourceAttributes.namespace ?? "";
    problems.push(invalidField("spec.resourceAttributes.namespace", asked, "must match metadata.namespace"));
  }
  if (nonResourceAttributes) {
    const value = pathValue(nonResourceAttributes);
    problems.push(invalidField("spec.nonResourceAttributes", value, "disallowed on this kind of request"));
  }
  refuse(problems);
  if (namespace !== ownNamespace) {
    throw badRequestError(`spec.resourceAttributes.namespace must match namespace: ${namespace}`);
  }
  return decide(authorizer, review, subjectOf(spec));
}

/** Answers a SelfSubjectRulesReview: what may `user` do in a namespace? */
export function reviewSelfRules(rules: RbacRules, review: ApiObject, user: User): ApiObject {
  const { namespace = "" } = (review.spec ?? {}) as { namespace?: string };
  if (namespace === "") throw badRequestError("no namespace on request");
  const held = rules.rulesFor(user, namespace);
  const resourceRules = [];
  const nonResourceRules = [];
  for (const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } of held.rules) {
    if (resources && resources.length > 0) {
      const names = resourceNames && resourceNames.length > 0 ? { resourceNames } : {};
      resourceRules.push({ verbs: verbs ?? [], apiGroups: apiGroups ?? [], resources, ...names });
    }
    if (nonResourceURLs && nonResourceURLs.length > 0) nonResourceRules.push({ verbs: verbs ?? [], nonResourceURLs });
  }
  const { apiVersion, kind } = review;
  return {
    apiVersion,
    kind,
    metadata: {} as ApiObject["metadata"],
    spec: {},
    status: {
      resourceRules,
      nonResourceRules,
      incomplete: false,
      ...(held.problems.length > 0 && { evaluationError: joinProblems(held.problems) }),
    },
  };
}

function decide(authorizer: Authorizer, review: ApiObject, user: User): ApiObject {
  const { resourceAttributes, nonResourceAttributes } = (review as AccessReview).spec;
  let request: AccessRequest;
  if (resourceAttributes) {
    const { labelSelector: _labels, fieldSelector: _fields, verb = "", ...attributes } = resourceAttributes;
    request = { user, verb, ...attributes };
  } else {
    request = { user, verb: nonResourceAttributes?.verb ?? "", path: nonResourceAttributes?.path ?? "" };
  }
  const { isAllowed, reason, evaluationError } = authorizer.authorize(request);
  return {
    ...review,
    status: { allowed: isAllowed, ...(reason !== "" && { reason }), ...(evaluationError && { evaluationError }) },
  };
}

function subjectOf({ user = "", uid = "", groups, extra }: AccessReview["spec"]): User {
  return { name: user, uid, groups: groups ?? [], extra: extra ?? {} };
}

function attributeProblems({ resourceAttributes, nonResourceAttributes }: AccessReview["spec"]): StatusCause[] {
  if (resourceAttributes && nonResourceAttributes) {
    const value = pathValue(nonResourceAttributes);
    const text = "cannot be specified in combination with resourceAttributes";
    return [invalidField("spec.nonResourceAttributes", value, text)];
  }
  if (resourceAttributes || nonResourceAttributes) return [];
  const text = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
  return [invalidField("spec.resourceAttributes", null, text)];
}

function subjectProblems({ user = "", groups }: AccessReview["spec"]): StatusCause[] {
  if (user !== "" || (groups && groups.length > 0)) return [];
  return [invalidField("spec.user", "", "at least one of user or group must be specified")];
}

function metadataProblems({ metadata }: ApiObject): StatusCause[] {
  return isEmpty(metadata ?? {}) ? [] : [invalidField("metadata", metadata, "must be empty")];
}

function isEmpty(metadata: Partial<ApiObject["metadata"]>): boolean {
  const { managedFields: _fields, ...rest } = metadata;
  return Object.values(rest).every((value) => value === undefined || value === "");
}

/** As the reference prints it: with the names of its own fields. */
function pathValue({ path = "", verb = "" }: { path?: string; verb?: string }): Record<string, string> {
  return { Path: path, Verb: verb };
}

/** The reference leaves out the kind. */
function refuse(problems: readonly StatusCause[]): void {
  if (problems.length === 0) return;
  throw invalidError({ group, kind: "" }, "", problems);
}
