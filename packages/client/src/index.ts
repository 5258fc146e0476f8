// The public API, bottom up.

// Credentials
export { BearerToken } from "./credential/bearer-token.ts";
export {
  ClientCertificateCredential,
  type ClientCertificateOptions,
  type PemSource,
} from "./credential/client-certificate-credential.ts";
export { Anonymous, type ClientCertificate, type Credential, type Presentation } from "./credential/credential.ts";
export {
  type ExecCluster,
  ExecPlugin,
  type ExecPluginOptions,
  type InteractiveMode,
} from "./credential/exec-plugin.ts";
export { type Impersonation, withImpersonation } from "./credential/impersonation.ts";
export { TokenFile, type TokenFileOptions } from "./credential/token-file.ts";
// Errors, host and time
export type { CallOptions } from "./call-options.ts";
export { ClientError, type ClientErrorCode } from "./errors.ts";
export { type Host, systemClock, systemHost, systemRandom } from "./host.ts";
export { onAbort } from "./on-abort.ts";
export { type SleepOptions, sleep } from "./sleep.ts";
// Transport
export type { CertificateAuthority, Connection, ProxyServer } from "./transport/connection.ts";
export { decode } from "./transport/decode.ts";
export { HttpsTransport, type HttpsTransportOptions } from "./transport/https-transport.ts";
export { type Fault, type FaultOptions, type FaultRule, injectFaults } from "./transport/interceptor/fault.ts";
export { logRequests, type RequestLogger } from "./transport/interceptor/log.ts";
export { observeRequests, type RequestObservation, type RequestOutcome } from "./transport/interceptor/observe.ts";
export { type Retry, type RetryOptions, retryRequests } from "./transport/interceptor/retry.ts";
export { reportWarnings, type ServerWarning } from "./transport/interceptor/warning.ts";
export { type ResponseParts, responseOf } from "./transport/response-of.ts";
export {
  type ApiRequest,
  type ApiResponse,
  type Interceptor,
  intercept,
  type Method,
  type ResponseBody,
  type Transport,
} from "./transport/transport.ts";
// Configuration
export { type ConnectionOptions, connectionFrom } from "./kubeconfig/connection-from.ts";
export { connectionFromKubeconfig, type KubeconfigConnectionOptions } from "./kubeconfig/connection-from-kubeconfig.ts";
export { type InClusterOptions, inClusterConnection, isInCluster } from "./kubeconfig/in-cluster.ts";
export {
  Kubeconfig,
  type KubeconfigCluster,
  type KubeconfigContext,
  type KubeconfigEntry,
  type KubeconfigExec,
  type KubeconfigExtension,
  type KubeconfigParts,
  type KubeconfigUser,
} from "./kubeconfig/kubeconfig.ts";
export { type LoadConnectionOptions, loadConnection } from "./kubeconfig/load-connection.ts";
export { loadKubeconfig } from "./kubeconfig/load-kubeconfig.ts";
export { parseKubeconfig } from "./kubeconfig/parse-kubeconfig.ts";
// Discovery
export type { Discovery, ResourceMapping } from "./discovery/discovery.ts";
export { ServerDiscovery, type ServerDiscoveryOptions } from "./discovery/server-discovery.ts";
// The client
export { ApiClient, type ApiClientOptions } from "./client/api-client.ts";
export { type ConnectOptions, connect } from "./client/connect.ts";
export type {
  ApplyOptions,
  Client,
  CollectionOptions,
  DeleteAllOptions,
  DeleteOptions,
  Deletion,
  GetOptions,
  KeyLike,
  ListOptions,
  ListPagesOptions,
  MergePatch,
  Patch,
  Reader,
  StatusWriter,
  Subresource,
  Watcher,
  WriteOptions,
  Writer,
} from "./client/client.ts";
export type { PodLogOptions } from "./client/pod-logs.ts";
export type { WatchEvent, WatchOptions } from "./client/watch.ts";
// A client with other defaults, and the base of others
export { isKind } from "./client/request/is-kind.ts";
export { ForwardingClient } from "./client/wrapper/forwarding-client.ts";
export { withDryRun } from "./client/wrapper/with-dry-run.ts";
export { withFieldManager } from "./client/wrapper/with-field-manager.ts";
export { type WithNamespaceOptions, withNamespace } from "./client/wrapper/with-namespace.ts";
export { type WriteChange, withWriteOptions } from "./client/wrapper/with-write-options.ts";
// Several calls that belong together
export {
  type CreateOrUpdateResult,
  createOrPatch,
  createOrUpdate,
  type Mutate,
} from "./client/flow/create-or-update.ts";
export { type RetryOnConflictOptions, retryOnConflict } from "./client/flow/retry-on-conflict.ts";
export { type WaitClient, type WaitForOptions, waitFor } from "./client/flow/wait-for.ts";
export { conditionIs, deleted, exists, type WaitPredicate } from "./client/flow/wait-predicate.ts";
