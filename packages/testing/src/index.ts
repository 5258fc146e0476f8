// The public API, bottom up.

// Certificates
export {
  type Authority,
  type AuthorityOptions,
  type CertificateRequest,
  type CertificateUsage,
  createAuthority,
} from "@kubewright/apiserver";
// Errors and host
export { TestingError, type TestingErrorCode } from "./errors.ts";
export { systemTestHost, type TestHost } from "./host.ts";
// Kinds of one's own
export { type InstallOptions, installDefinitions } from "./definition/install-definitions.ts";
export type { DefinitionSource } from "./definition/read-definitions.ts";
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
export { type EmbeddedWay, embeddedUnderTest } from "./contract/embedded-under-test.ts";
export { referenceUnderTest } from "./contract/reference-under-test.ts";
export {
  type Deviation,
  type RegisterOptions,
  registerContract,
  type TestRunner,
} from "./contract/register-contract.ts";
// What becomes true
export type { Check, CheckContext, Passed } from "./eventually/check-window.ts";
export { type ConsistentlyOptions, consistently } from "./eventually/consistently.ts";
export { type EventuallyOptions, eventually } from "./eventually/eventually.ts";
export { type EventuallyIn, eventuallyIn, type ObjectCheck } from "./eventually/eventually-in.ts";
// Objects as they are expected to be
export { assertFields } from "./match/assert-fields.ts";
export type { Expected, ValueMatcher } from "./match/expected.ts";
export { type ExpectedCondition, type MatcherResult, matchers, type ObjectMatchers } from "./match/matchers.ts";
// What is left open
export { type LeakCheck, type LeakOptions, watchForLeaks } from "./leak/watch-for-leaks.ts";
// A reconciler and its world
export { ObjectSet } from "./scenario/object-set.ts";
export type { Change } from "./scenario/observed-world.ts";
export type { RecordedEvent } from "./scenario/recorded-events.ts";
export { type RunOutcome, run, type World } from "./scenario/run.ts";
export type { GivenObject } from "./scenario/stage.ts";
// A cluster for tests
export type {
  AwaitOptions,
  ClientIdentity,
  Environment,
  EnvironmentClientOptions,
  EnvironmentEventually,
  StartManagerOptions,
  TestNamespace,
} from "./environment/environment.ts";
export type {
  ClusterChoice,
  EnvironmentOptions,
  ExistingClusterOptions,
  NodeChoice,
} from "./environment/environment-options.ts";
export { startEnvironment } from "./environment/start-environment.ts";
// What happens on simulated nodes, and what goes wrong on purpose
export {
  defaultStages,
  endStage,
  type ProcessNodesOptions,
  type SimulatedNodesOptions,
  type SimulatedStage,
  type StageTimes,
  waitingStage,
} from "@kubewright/devcluster";
export type { Fault, FaultRule, Faults, RequestFilter } from "@kubewright/apiserver";
