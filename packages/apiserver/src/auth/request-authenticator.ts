import { unauthorizedError } from "@kubewright/api";
import { joinProblems } from "@kubewright/api/server";
import type { ServiceAccountTokens, TokenIdentity } from "./token/service-account-tokens.ts";
import { type Authenticator, anonymousUser, authenticatedUser, type Credentials, type User } from "./user.ts";

/** Someone who is known by a token that does not change. */
export interface TokenUser {
  readonly name: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
}

/** Knows people by client certificates, by tokens that were given to the server, and by tokens of service accounts. */
export class RequestAuthenticator implements Authenticator {
  readonly #serviceAccounts: ServiceAccountTokens;
  readonly #users: ReadonlyMap<string, TokenUser>;

  /** @param users by token */
  constructor(serviceAccounts: ServiceAccountTokens, users: ReadonlyMap<string, TokenUser> = new Map()) {
    this.#serviceAccounts = serviceAccounts;
    this.#users = users;
  }

  authenticate({ user, certificate, authorization }: Credentials): User {
    if (user !== undefined) return authenticatedUser(user);
    if (certificate !== undefined && certificate.commonName !== "") {
      const { commonName, organizations, sha256 } = certificate;
      const extra =
        sha256 === undefined ? {} : { "authentication.kubernetes.io/credential-id": [`X509SHA256=${sha256}`] };
      return authenticatedUser({ name: commonName, uid: "", groups: organizations, extra });
    }
    const token = bearerToken(authorization);
    if (token === undefined) return anonymousUser;
    const identity = this.identify(token);
    if ("problem" in identity) throw unauthorizedError();
    return identity.user;
  }

  /** Whose token it is, for someone who takes tokens for `audiences`; or what is wrong with it. */
  identify(
    token: string,
    audiences: readonly string[] = this.#serviceAccounts.audiences,
  ): TokenIdentity | { problem: string } {
    const known = this.#users.get(token);
    const common = audiences.filter((audience) => this.#serviceAccounts.audiences.includes(audience));
    if (known !== undefined && common.length > 0) {
      const { name, uid = "", groups = [] } = known;
      return { user: authenticatedUser({ name, uid, groups, extra: {} }), audiences: common };
    }
    const identity = this.#serviceAccounts.identify(token, audiences);
    const unknown = "invalid bearer token";
    if (identity === undefined) return { problem: unknown };
    if ("problem" in identity) return { problem: joinProblems([unknown, identity.problem]) };
    return { ...identity, user: authenticatedUser(identity.user) };
  }
}

/** The token of an `authorization` header; undefined for other ways to say who one is, which the server does not know. */
function bearerToken(authorization = ""): string | undefined {
  const [scheme = "", token = ""] = authorization.trim().split(" ");
  return scheme.toLowerCase() === "bearer" && token !== "" ? token : undefined;
}
