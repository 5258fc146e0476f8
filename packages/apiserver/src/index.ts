// The public API, bottom up.

// Errors and host
export { ApiServerError, type ApiServerErrorCode } from "./errors.ts";
// Certificates
export {
  type Authority,
  type AuthorityOptions,
  type CertificateRequest,
  createAuthority,
  type IssuedCertificate,
} from "./certificate/authority.ts";
export type { CertificateUsage } from "./certificate/x509.ts";
