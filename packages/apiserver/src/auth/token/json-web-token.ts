import type { SigningKey } from "./signing-key.ts";

/** What a token of a service account says. Times are in seconds since 1970. */
export interface TokenClaims {
  readonly aud: readonly string[];
  readonly exp: number;
  readonly iat: number;
  readonly iss: string;
  readonly jti: string;
  readonly nbf: number;
  readonly sub: string;
  readonly "kubernetes.io": {
    readonly namespace: string;
    readonly serviceaccount: ObjectIdentity;
    readonly pod?: ObjectIdentity;
    readonly secret?: ObjectIdentity;
    readonly node?: ObjectIdentity;
    /** After which the token is good but stale. */
    readonly warnafter?: number;
  };
}

/** An object, and not another one of the same name. */
export interface ObjectIdentity {
  readonly name: string;
  readonly uid?: string;
}

/** The text of a signed token. */
export function signToken(key: SigningKey, claims: TokenClaims): string {
  const content = `${encode({ alg: key.algorithm, kid: key.id })}.${encode(claims)}`;
  return `${content}.${key.sign(content).toString("base64url")}`;
}

/** What a token says, whoever has signed it, and whether `key` has. Undefined for what is no token with an issuer. */
export function readToken(
  key: SigningKey,
  token: string,
): { readonly claims: TokenClaims; readonly isSigned: boolean } | undefined {
  const [header, payload, signature, ...more] = token.split(".");
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0) return undefined;
  const claims = decode(payload) as TokenClaims | undefined;
  if (typeof claims?.iss !== "string") return undefined;
  const { alg } = (decode(header) ?? {}) as { alg?: unknown };
  const isSigned = alg === key.algorithm && key.verifies(`${header}.${payload}`, Buffer.from(signature, "base64url"));
  return { claims, isSigned };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decode(text: string): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
