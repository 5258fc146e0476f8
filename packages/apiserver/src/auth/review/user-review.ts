import { badRequestError, formatTime } from "@kubewright/api";
import type { ApiObject } from "../../resource-object.ts";
import type { RequestAuthenticator } from "../request-authenticator.ts";
import type { User } from "../user.ts";

/** Answers a TokenReview: whose token is it? Throws a 400 when there is none. */
export function reviewToken(authenticator: RequestAuthenticator, review: ApiObject): ApiObject {
  const { token = "", audiences } = (review.spec ?? {}) as { token?: string; audiences?: readonly string[] | null };
  if (token === "") throw badRequestError("token is required for TokenReview in authentication");
  const identity = authenticator.identify(token, audiences && audiences.length > 0 ? audiences : undefined);
  const status =
    "problem" in identity
      ? { user: {}, error: identity.problem }
      : { authenticated: true, user: userInfoOf(identity.user), audiences: identity.audiences };
  return { ...review, status };
}

/** Answers a SelfSubjectReview: who am I? `now` is in milliseconds since 1970. */
export function reviewSelf({ apiVersion, kind }: ApiObject, user: User, now: number): ApiObject {
  return {
    apiVersion,
    kind,
    metadata: { creationTimestamp: formatTime(now) } as ApiObject["metadata"],
    status: { userInfo: userInfoOf(user) },
  };
}

/** A user as reviews and admission reviews show one: without what is empty. */
function userInfoOf({ name, uid, groups, extra }: User): Record<string, unknown> {
  return {
    ...(name !== "" && { username: name }),
    ...(uid !== "" && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(Object.keys(extra).length > 0 && { extra: { ...extra } }),
  };
}
