// The public API, bottom up.

// Certificates
export {
  type Authority,
  type AuthorityOptions,
  type CertificateRequest,
  createAuthority,
} from "./certificate/authority.ts";
export type { CertificateUsage } from "./certificate/x509.ts";
// Errors and host
export { TestingError, type TestingErrorCode } from "./errors.ts";
export { systemTestHost, type TestHost } from "./host.ts";
// The reference server
export { findPrograms, type ProgramHost, programFolder, referenceVersion } from "./reference/program-folder.ts";
export {
  type ReferenceProgram,
  type ReferenceServer,
  type ReferenceServerOptions,
  type ReferenceUser,
  startReferenceServer,
} from "./reference/reference-server.ts";
// The contract of an API server
export { apiServerContract } from "./contract/api-server-contract.ts";
export type { ContractCase, ServerUnderTest } from "./contract/contract-case.ts";
export { referenceUnderTest } from "./contract/reference-under-test.ts";
export {
  type Deviation,
  type RegisterOptions,
  registerContract,
  type TestRunner,
} from "./contract/register-contract.ts";
