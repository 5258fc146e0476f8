/** Why the client failed where no API server answered with a Status. */
export type ClientErrorCode =
  /** No kubeconfig was found and this process does not run in a cluster. */
  | "NO_CONFIG"
  /** A kubeconfig file cannot be read, parsed or used; the message names file, field and fix. */
  | "INVALID_CONFIG"
  /** The named context, cluster or user is not in the kubeconfig. */
  | "UNKNOWN_CONTEXT"
  /** A certificate, key or token file is missing, unreadable or malformed. */
  | "INVALID_CREDENTIAL"
  /** The client certificate is past its end date. */
  | "EXPIRED_CREDENTIAL"
  /** A credential plugin is missing, failed, or printed something unusable. */
  | "CREDENTIAL_PLUGIN"
  /** No connection: refused, unreachable, name not found, reset. */
  | "CONNECTION_FAILED"
  /** The connection broke while the answer came: what was read is not all of it. */
  | "CONNECTION_LOST"
  /** TLS: the server's certificate is not trusted, expired, or for another name; or ours was refused. */
  | "TLS_FAILED"
  /** A proxy refused or broke the connection. */
  | "PROXY_FAILED"
  /** The deadline of a request passed. */
  | "TIMEOUT"
  /** A watch got nothing for longer than the server may be silent: the connection is dead. */
  | "WATCH_STALLED"
  /** The answer is not what an API server sends: HTML, JSON that is not whole, wrong type. */
  | "UNEXPECTED_RESPONSE"
  /** The server does not serve this kind. */
  | "UNKNOWN_KIND"
  /** The arguments of a call cannot make a request. */
  | "INVALID_ARGUMENT"
  /** The client, or its transport, was closed before the call or during it. */
  | "CLOSED";

/** Shared by all copies of this package in a process, and by transports that do not import it. */
const BRAND = Symbol.for("@kubewright/client.ClientError");

/**
 * A failure of the client, the network or the configuration. `message` says what was being done and what to do.
 *
 * `instanceof` also holds for errors of another copy of this package, and for those of the embedded API server's transport.
 */
export class ClientError extends Error {
  override readonly name: string = "ClientError";
  readonly code: ClientErrorCode;

  constructor(code: ClientErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    Object.defineProperty(this, BRAND, { value: true });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}
