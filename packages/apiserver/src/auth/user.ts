/** Who sent a request. */
export interface User {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** What a request shows of its sender. */
export interface Credentials {
  /** The `authorization` header. */
  readonly authorization?: string | undefined;
  /** The client certificate that TLS has verified. */
  readonly certificate?: ClientIdentity | undefined;
  /** Whether there was a client certificate that proves nothing. */
  readonly isCertificateRefused?: boolean | undefined;
  /** Someone inside this process, who needs no proof. */
  readonly user?: User | undefined;
}

/** Whom a client certificate is for. */
export interface ClientIdentity {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Of the certificate's bytes, in lower-case hexadecimal digits without colons; absent where nobody asks which one it was. */
  readonly sha256?: string | undefined;
}

/** Names that the server itself gives to users and groups. */
export const systemName = {
  anonymous: "system:anonymous",
  /** Group of all whose credentials are good. */
  authenticated: "system:authenticated",
  unauthenticated: "system:unauthenticated",
  /** Group of those who may do everything, whatever the rules say. */
  masters: "system:masters",
  nodes: "system:nodes",
} as const;

/** Who sends requests without credentials. */
export const anonymousUser: User = Object.freeze({
  name: systemName.anonymous,
  uid: "",
  groups: Object.freeze([systemName.unauthenticated]),
  extra: Object.freeze({}),
});

/** The user, who is in the group `system:authenticated` if in no other group that says so. */
export function authenticatedUser(user: User): User {
  if (user.name === systemName.anonymous) return user;
  const { authenticated, unauthenticated } = systemName;
  if (user.groups.includes(authenticated) || user.groups.includes(unauthenticated)) return user;
  return { ...user, groups: [...user.groups, authenticated] };
}

/** Tells who sent a request. Throws the 401 StatusError for credentials that prove nothing; without any it is `system:anonymous`. */
export interface Authenticator {
  authenticate(credentials: Credentials): User;
}
