/** What is shown to the server with a request. */
export interface Presentation {
  /** Lower-case names. Secret: never logged. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** For the TLS handshake, PEM. Secret: never logged. */
  readonly certificate?: ClientCertificate;
}

export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Proves who is asking. */
export interface Credential {
  /** What to present now. Cheap to call for each request: implementations cache until expiry or rotation. */
  present(): Promise<Presentation>;
  /** Told when the server answered 401 to `rejected`. True when a new `present()` may fare better. */
  reject(rejected: Presentation): boolean;
}
