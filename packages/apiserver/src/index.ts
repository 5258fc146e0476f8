// The public API, bottom up.

// Errors and host
export { ApiServerError, type ApiServerErrorCode } from "./errors.ts";
export type { Randomness } from "./host.ts";
// Certificates
export {
  type Authority,
  type AuthorityOptions,
  type CertificateRequest,
  createAuthority,
  type IssuedCertificate,
} from "./certificate/authority.ts";
export type { CertificateUsage } from "./certificate/x509.ts";
// Requests and answers
export type { RequestHandler, ServerRequest, ServerResponse } from "./http/exchange.ts";
export type { ClientIdentity, Credentials, User } from "./auth/user.ts";
export type { TokenUser } from "./auth/request-authenticator.ts";
export type { InProcessBody } from "./http/transport/in-process-body.ts";
export type {
  InProcessTransport,
  TransportRequest,
  TransportResponse,
} from "./http/transport/in-process-transport.ts";
// What goes wrong on purpose
export type { Fault, FaultRule, FilteredRequest, RequestFilter } from "./http/fault/fault-rule.ts";
export type { ActiveRule, Faults } from "./http/fault/faults.ts";
// The server
export type { PodLogRequest, PodLogs } from "./resource/server-state.ts";
export type { ApiObject } from "./resource-object.ts";
export type { ApiServerOptions } from "./server/server-options.ts";
export {
  ApiServer,
  type Identity,
  type InProcessOptions,
  type ListeningServer,
  type ListenOptions,
} from "./server/api-server.ts";
