import { ClientError } from "../errors.ts";
import { type Host, systemHost } from "../host.ts";
import type { Connection } from "../transport/connection.ts";
import { type ConnectionOptions, conflict, connectionFrom } from "./connection-from.ts";
import { connectionFromKubeconfig } from "./connection-from-kubeconfig.ts";
import { inClusterConnection, isInCluster } from "./in-cluster.ts";
import type { Kubeconfig } from "./kubeconfig.ts";
import { defaultKubeconfigPath, kubeconfigPathsOf, loadKubeconfig, readExisting } from "./load-kubeconfig.ts";

export interface LoadConnectionOptions extends Partial<ConnectionOptions> {
  /** A kubeconfig file, or several to merge, instead of what the environment names. */
  readonly kubeconfig?: string | readonly string[];
  /** @default the kubeconfig's current context */
  readonly context?: string;
  /** True: only as a pod of the cluster. False: never so. Absent: so, if neither a kubeconfig nor a context is named. */
  readonly inCluster?: boolean;
  /** @default "/var/run/secrets/kubernetes.io/serviceaccount" */
  readonly serviceAccountDirectory?: string;
  /** How long a credential plugin may take that asks the user nothing. @default 60_000 */
  readonly execTimeoutMs?: number;
}

/**
 * The connection this process is meant to use, from the first of: `server` and the options that go with it; the option
 * `kubeconfig`; the files in KUBECONFIG; the pod's service account; `~/.kube/config`.
 *
 * `namespace`, `impersonate` and `userAgent` are honoured wherever the rest is from. Rejects with ClientError `NO_CONFIG`
 * when there is nothing, `INVALID_ARGUMENT` when options contradict each other, and with another code when what is there
 * cannot be used.
 */
export async function loadConnection(options: LoadConnectionOptions = {}): Promise<Connection> {
  const host = options.host ?? systemHost();
  const { server, inCluster } = options;
  rejectContradiction(options);
  if (server !== undefined) return connectionFrom({ ...options, server });
  rejectStray(options);
  if (inCluster === true) return inClusterConnection(options);
  if (options.kubeconfig !== undefined) {
    return connectionFromKubeconfig(await loadKubeconfig(options.kubeconfig, host), options);
  }
  const named = kubeconfigPathsOf(host);
  const config = await readExisting(named);
  if (!config.isEmpty) return connectionFromKubeconfig(config, options);
  if (inCluster !== false && options.context === undefined && (await isInCluster(options))) {
    return inClusterConnection(options);
  }
  const fallback = named.length > 0 ? config : await readExisting([defaultKubeconfigPath(host)]);
  if (!fallback.isEmpty) return connectionFromKubeconfig(fallback, options);
  throw nothingFound(options, host, named, fallback);
}

function nothingFound(
  options: LoadConnectionOptions,
  host: Host,
  named: readonly string[],
  found: Kubeconfig,
): ClientError {
  const paths = named.length > 0 ? named : [defaultKubeconfigPath(host)];
  const state = found.files.length > 0 ? "is empty" : "does not exist";
  const kubeconfig = `${named.length > 0 ? "KUBECONFIG" : "KUBECONFIG is not set, and"} ${paths.join(", ")} ${state}`;
  const pod =
    options.inCluster === false || options.context !== undefined
      ? "the service account of a pod was not asked for"
      : "this is no pod with a service account";
  return new ClientError(
    "NO_CONFIG",
    `no cluster is configured: ${kubeconfig}, and ${pod}; set KUBECONFIG to a kubeconfig file, or give the option kubeconfig or server`,
  );
}

const withServerOnly = [
  "certificateAuthority",
  "certificateAuthorityFile",
  "tlsServerName",
  "insecureSkipTlsVerify",
  "proxyUrl",
  "token",
  "tokenFile",
  "clientCertificate",
  "clientCertificateFiles",
  "credential",
  "disableCompression",
] as const;

function rejectContradiction({ server, kubeconfig, context, inCluster }: LoadConnectionOptions): void {
  const sources = Object.entries({
    server: server !== undefined,
    inCluster: inCluster === true,
    // A context is one of a kubeconfig.
    [kubeconfig === undefined ? "context" : "kubeconfig"]: (kubeconfig ?? context) !== undefined,
  }).flatMap(([name, isGiven]) => (isGiven ? name : []));
  if (sources.length > 1) throw conflict(sources[0]!, sources[1]!);
}

function rejectStray(options: LoadConnectionOptions): void {
  const stray = withServerOnly.filter((name) => options[name] !== undefined);
  if (stray.length === 0) return;
  throw new ClientError(
    "INVALID_ARGUMENT",
    `${stray.join(", ")} given without server; give server too, or leave it to the kubeconfig`,
  );
}
