import { errorCodeOf } from "../../error-code.ts";
import { ClientError, type ClientErrorCode } from "../../errors.ts";
import { DialFailure, TunnelRefused } from "./dial.ts";
import { RequestReset, UnprocessedRequest } from "./server-connection.ts";

/** What an error message needs to know of the connection that failed. */
export interface FailureContext {
  /** What was being done: `GET https://host:6443/api/v1/pods`. */
  readonly doing: string;
  /** `host:port` of the server. */
  readonly server: string;
  /** The proxy's URL, without user and password. */
  readonly proxy: string | undefined;
  /** Whether the proxy was given a user and password. */
  readonly hasProxyCredentials: boolean;
  /** The name that the server's certificate is checked for. */
  readonly tlsName: string;
  readonly hasCertificate: boolean;
  readonly hasAuthority: boolean;
}

/** The ClientError for a connection that could not be made, or broke before an answer. */
export function connectionFailure(error: unknown, context: FailureContext): ClientError {
  const stage = error instanceof DialFailure ? error.stage : undefined;
  const cause = rootCause(error);
  const fail = (code: ClientErrorCode, why: string): ClientError =>
    new ClientError(code, `${context.doing}: ${why}`, { cause });

  if (cause instanceof TunnelRefused) return fail("PROXY_FAILED", refusedTunnel(cause, context));
  const isProxy = stage === "proxy" || stage === "tunnel";
  const tls = explainTls(cause, context, isProxy);
  if (isProxy) {
    const why = tls ?? explainNetwork(cause, `the proxy ${context.proxy}`);
    return fail("PROXY_FAILED", `${why}; the proxy is set by proxy-url in the kubeconfig or HTTPS_PROXY and NO_PROXY`);
  }
  if (tls !== undefined) return fail("TLS_FAILED", tls);
  return fail("CONNECTION_FAILED", `${explainNetwork(cause, context.server)}: ${adviceFor(cause, stage)}`);
}

function adviceFor(cause: Error, stage: DialFailure["stage"] | undefined): string {
  if (stage === "server") return "is the API server running, and is the cluster's server address right?";
  if (cause instanceof UnprocessedRequest) return "it has not acted on the request: is it overloaded or shutting down?";
  const what = cause instanceof RequestReset ? "failed within the request" : "restarted";
  return `the server may have ${what}; whether it acted on the request is not known`;
}

/** Whether the server hung up, or gave the request up, before it answered, as opposed to not being there. */
export function isConnectionReset(error: unknown): error is ClientError {
  if (!(error instanceof ClientError) || error.code !== "CONNECTION_FAILED") return false;
  if (error.cause instanceof RequestReset) return true;
  const code = errorCodeOf(error.cause);
  return code === "ECONNRESET" || code === "EPIPE";
}

/** Several addresses of one host are tried in turn; the last one's failure speaks for all. */
function rootCause(error: unknown): Error {
  let cause = error instanceof DialFailure ? error.cause : error;
  if (cause instanceof AggregateError && cause.errors.length > 0) cause = cause.errors.at(-1);
  return cause instanceof Error ? cause : Object.assign(new Error("the connection was closed"), { code: "ECONNRESET" });
}

function refusedTunnel(refusal: TunnelRefused, context: FailureContext): string {
  if (refusal.status === 407) {
    return context.hasProxyCredentials
      ? `the proxy ${context.proxy} refuses the user and password of the proxy URL (${refusal.message})`
      : `the proxy ${context.proxy} asks for a user and password (${refusal.message}): put them into the proxy URL`;
  }
  return `the proxy ${context.proxy} answered ${refusal.message} when asked to connect to ${context.server}: does it allow this host, or should NO_PROXY name it?`;
}

function explainNetwork(cause: Error, peer: string): string {
  switch (errorCodeOf(cause)) {
    case "ECONNREFUSED":
      return `connection refused by ${peer}`;
    case "ENOTFOUND":
      return `the host of ${peer} is unknown`;
    case "EAI_AGAIN":
      return `the name server did not answer for ${peer}`;
    case "ECONNRESET":
    case "EPIPE":
      return `${peer} closed the connection before answering`;
    case "ETIMEDOUT":
      return `no connection to ${peer} in time`;
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return `${peer} cannot be reached from here (${errorCodeOf(cause)})`;
    default:
      return `the connection to ${peer} failed (${cause.message})`;
  }
}

const notTrusted = new Set([
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "INVALID_CA",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** What went wrong in the TLS handshake, or undefined when it was not that. */
function explainTls(cause: Error, context: FailureContext, isProxy: boolean): string | undefined {
  const code = errorCodeOf(cause) ?? "";
  const whose = isProxy ? `the certificate of the proxy ${context.proxy}` : `the certificate of ${context.server}`;
  if (notTrusted.has(code)) {
    const trust = context.hasAuthority
      ? "is not signed by the configured certificate authority: is certificate-authority-data that of this cluster?"
      : "is not signed by an authority that Node trusts: set certificate-authority or certificate-authority-data";
    return `${whose} ${trust} (${code})`;
  }
  if (code === "CERT_HAS_EXPIRED") return `${whose} has expired: renew it, or check this machine's clock`;
  if (code === "CERT_NOT_YET_VALID") return `${whose} is not valid yet: check this machine's clock`;
  if (code === "CERT_REVOKED") return `${whose} is revoked`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const wanted = isProxy ? "the proxy's host" : context.tlsName;
    return `${whose} is not for ${wanted}, but for ${namesIn(cause)}: use one of these names, or set tls-server-name to it`;
  }
  if (/_ALERT_/.test(code)) return explainAlert(code, context, isProxy);
  if (code === "EPROTO" || code.startsWith("ERR_SSL_")) {
    const isPlain = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/.test(code);
    const peer = isProxy ? `the proxy ${context.proxy}` : context.server;
    return isPlain
      ? `${peer} does not speak TLS: is it an http:// address?`
      : `the TLS handshake with ${peer} failed (${code})`;
  }
  return undefined;
}

function explainAlert(code: string, context: FailureContext, isProxy: boolean): string {
  const alert = code
    .replace(/^.*_ALERT_/, "")
    .toLowerCase()
    .replaceAll("_", " ");
  const peer = isProxy ? `the proxy ${context.proxy}` : context.server;
  if (!/CERT|UNKNOWN_CA|HANDSHAKE_FAILURE/.test(code)) return `${peer} ended the TLS handshake (${alert})`;
  return context.hasCertificate
    ? `${peer} refuses our client certificate (${alert}): has it expired, or is it from another cluster?`
    : `${peer} asks for a client certificate (${alert}): the credentials have none`;
}

/** The names of the certificate that did not fit. */
function namesIn(cause: Error): string {
  const certificate = (cause as { cert?: { subjectaltname?: string; subject?: { CN?: string } } }).cert;
  const names = certificate?.subjectaltname?.replaceAll(/(?:DNS|IP Address):/g, "");
  return names ?? certificate?.subject?.CN ?? "no name at all";
}
