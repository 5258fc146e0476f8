import type { Clock } from "@kubewright/api";
import { quoteList } from "@kubewright/api/server";
import type { ApiObject } from "../../resource-object.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import { serviceAccountGroups, serviceAccountUsername } from "../service-account-name.ts";
import type { User } from "../user.ts";
import { type ObjectIdentity, readToken, signToken, type TokenClaims } from "./json-web-token.ts";
import { SigningKey } from "./signing-key.ts";

/** How far clocks may be apart, and how long something that is deleted still counts. */
const leewaySeconds = 60;

export interface ServiceAccountTokensOptions {
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** A fresh UUID. */
  readonly newId: () => string;
  /** Who says that it is true. @default "https://kubernetes.default.svc.cluster.local" */
  readonly issuer?: string;
  /** For whom tokens are that do not say, and by which this server takes them. @default the issuer */
  readonly audiences?: readonly string[];
  /** @default a key that is made when it is needed first */
  readonly key?: SigningKey;
}

/** Who a token proves someone to be. */
export interface TokenIdentity {
  readonly user: User;
  /** Those that were asked for and that the token is for. */
  readonly audiences: readonly string[];
}

/** Makes tokens for service accounts and says whose they are. */
export class ServiceAccountTokens {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly key: SigningKey;
  readonly #store: ObjectStore;
  readonly #clock: Clock;
  readonly #newId: () => string;

  constructor({ store, clock, newId, issuer, audiences, key }: ServiceAccountTokensOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#newId = newId;
    this.issuer = issuer ?? "https://kubernetes.default.svc.cluster.local";
    this.audiences = audiences ?? [this.issuer];
    this.key = key ?? new SigningKey();
  }

  /** A token for a service account, good for so many seconds. */
  sign(
    { metadata }: ApiObject,
    content: {
      readonly audiences: readonly string[];
      readonly seconds: number;
      readonly bound: Pick<TokenClaims["kubernetes.io"], "pod" | "secret" | "node">;
      readonly warnAfterSeconds?: number;
    },
  ): string {
    const now = this.#now();
    const { namespace = "", name, uid = "" } = metadata;
    const { warnAfterSeconds } = content;
    return signToken(this.key, {
      aud: content.audiences,
      exp: now + content.seconds,
      iat: now,
      iss: this.issuer,
      jti: this.#newId(),
      "kubernetes.io": {
        namespace,
        serviceaccount: { name, uid },
        ...content.bound,
        ...(warnAfterSeconds !== undefined && { warnafter: now + warnAfterSeconds }),
      },
      nbf: now,
      sub: serviceAccountUsername(namespace, name),
    });
  }

  /** Whose token it is; what is wrong with it; undefined when it is no token of this server. */
  identify(
    token: string,
    audiences: readonly string[] = this.audiences,
  ): TokenIdentity | { problem: string } | undefined {
    const read = readToken(this.key, token);
    if (read === undefined || read.claims.iss !== this.issuer) return undefined;
    if (!read.isSigned) return { problem: "go-jose/go-jose: error in cryptographic primitive" };
    const { claims } = read;
    const common = audiences.filter((audience) => claims.aud.includes(audience));
    if (common.length === 0) {
      const wanted = quoteList(audiences);
      return { problem: `token audiences ${quoteList(claims.aud)} is invalid for the target audiences ${wanted}` };
    }
    const problem = this.#timeProblem(claims) ?? this.#objectProblem(claims);
    return problem === undefined ? { user: userOf(claims), audiences: common } : { problem };
  }

  #timeProblem({ exp, nbf, iat }: TokenClaims): string | undefined {
    const now = this.#now();
    if (now + leewaySeconds < nbf) return "service account token is not valid yet";
    if (now - leewaySeconds > exp) return "service account token has expired";
    return now + leewaySeconds < iat ? "service account token is issued in the future" : undefined;
  }

  /** A token is good only as long as the account and what it is bound to are there. */
  #objectProblem({ "kubernetes.io": claims }: TokenClaims): string | undefined {
    const { namespace, serviceaccount, pod, secret, node } = claims;
    const account = this.#store.get("serviceaccounts", namespace, serviceaccount.name)?.object;
    if (account === undefined) return `serviceaccounts "${serviceaccount.name}" not found`;
    if (account.metadata.uid !== serviceaccount.uid) {
      return `service account UID (${account.metadata.uid}) does not match claim (${serviceaccount.uid})`;
    }
    if (this.#isGone(account)) return `service account ${namespace}/${serviceaccount.name} has been deleted`;
    if (secret !== undefined) return this.#boundProblem("secrets", namespace, secret, "secret");
    if (pod !== undefined) return this.#boundProblem("pods", namespace, pod, "pod");
    return node === undefined ? undefined : this.#boundProblem("nodes", "", node, "node");
  }

  #boundProblem(
    collection: string,
    namespace: string,
    { name, uid }: ObjectIdentity,
    kind: string,
  ): string | undefined {
    const object = this.#store.get(collection, namespace, name)?.object;
    if (object === undefined) return "service account token has been invalidated";
    if (object.metadata.uid !== uid) {
      return `${kind} UID (${object.metadata.uid}) does not match service account ${kind} ref claim (${uid})`;
    }
    return this.#isGone(object) ? "service account token has been invalidated" : undefined;
  }

  #isGone({ metadata: { deletionTimestamp } }: ApiObject): boolean {
    return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) / 1000 < this.#now() - leewaySeconds;
  }

  #now(): number {
    return Math.floor(this.#clock.now() / 1000);
  }
}

function userOf({ jti, sub, "kubernetes.io": { namespace, serviceaccount, pod, node } }: TokenClaims): User {
  const key = "authentication.kubernetes.io";
  const extra: [string, string | undefined][] = [
    [`${key}/credential-id`, jti && `JTI=${jti}`],
    [`${key}/node-name`, node?.name],
    [`${key}/node-uid`, node?.uid],
    [`${key}/pod-name`, pod?.name],
    [`${key}/pod-uid`, pod?.uid],
  ];
  return {
    name: sub,
    uid: serviceaccount.uid ?? "",
    groups: serviceAccountGroups(namespace),
    extra: Object.fromEntries(extra.flatMap(([name, value]) => (value ? [[name, [value]]] : []))),
  };
}
