// The public API, bottom up.

// Credentials
export type { ClientCertificate, Credential, Presentation } from "./credential/credential.ts";
// Errors and host
export { ClientError, type ClientErrorCode } from "./errors.ts";
export { type Host, systemClock, systemHost } from "./host.ts";
// Transport
export {
  type ApiRequest,
  type ApiResponse,
  type Interceptor,
  intercept,
  type Method,
  type ResponseBody,
  type Transport,
} from "./transport/transport.ts";
