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
  /** The client certificate that TLS has verified: its common name and organizations. */
  readonly certificate?: { readonly commonName: string; readonly organizations: readonly string[] } | undefined;
  /** Someone inside this process, who needs no proof. */
  readonly user?: User | undefined;
}

/** Tells who sent a request. Throws the 401 StatusError for credentials that prove nothing; without any it is `system:anonymous`. */
export interface Authenticator {
  authenticate(credentials: Credentials): User;
}
