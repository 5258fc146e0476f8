import type { Authorizer } from "../auth/authorizer.ts";
import type { RbacRules } from "../auth/rbac/rbac-rules.ts";
import type { RequestAuthenticator } from "../auth/request-authenticator.ts";
import {
  reviewLocalAccess,
  reviewSelfAccess,
  reviewSelfRules,
  reviewSubjectAccess,
} from "../auth/review/access-review.ts";
import { reviewSelf, reviewToken } from "../auth/review/user-review.ts";
import type { Answer } from "../builtin/builtin-resource.ts";

/** What answers kinds that are questions, by kind. */
export function reviewAnswers(
  authenticator: RequestAuthenticator,
  authorizer: Authorizer,
  rules: RbacRules,
): Readonly<Record<string, Answer>> {
  return {
    TokenReview: (review) => reviewToken(authenticator, review),
    SelfSubjectReview: (review, { user, clock }) => reviewSelf(review, user, clock.now()),
    SubjectAccessReview: (review) => reviewSubjectAccess(authorizer, review),
    SelfSubjectAccessReview: (review, { user }) => reviewSelfAccess(authorizer, review, user),
    LocalSubjectAccessReview: (review) => reviewLocalAccess(authorizer, review, review.metadata.namespace ?? ""),
    SelfSubjectRulesReview: (review, { user }) => reviewSelfRules(rules, review, user),
  };
}
