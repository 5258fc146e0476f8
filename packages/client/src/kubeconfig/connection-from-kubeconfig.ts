import { Anonymous } from "../credential/credential.ts";
import type { ExecCluster } from "../credential/exec-plugin.ts";
import { type Impersonation, withImpersonation } from "../credential/impersonation.ts";
import { ClientError } from "../errors.ts";
import { type Host, systemHost } from "../host.ts";
import type { CertificateAuthority, Connection } from "../transport/connection.ts";
import { certificateAuthorityFile, certificateAuthorityOf } from "./certificate-authority.ts";
import { connectionOf, parseServer } from "./connection-from.ts";
import { parseProxy, proxyFromEnvironment } from "./http-proxy.ts";
import {
  isSet,
  type Kubeconfig,
  type KubeconfigCluster,
  type KubeconfigContext,
  type KubeconfigEntry,
  type KubeconfigUser,
  locationOf,
} from "./kubeconfig.ts";
import { decodeBase64 } from "./shape.ts";
import { userCredential, userImpersonation } from "./user-credential.ts";

export interface KubeconfigConnectionOptions {
  /** @default the kubeconfig's current context */
  readonly context?: string;
  /** @default the context's namespace, else "default" */
  readonly namespace?: string;
  /** Instead of the impersonation that the kubeconfig sets. */
  readonly impersonate?: Impersonation;
  readonly userAgent?: string;
  /** How long a credential plugin may take that asks the user nothing. @default 60_000 */
  readonly execTimeoutMs?: number;
  readonly host?: Host;
}

/** The extension of a cluster that is handed to credential plugins. */
const execExtension = "client.authentication.k8s.io/exec";

/**
 * The connection that a context of a kubeconfig describes, its files read and checked; a credential plugin runs later.
 *
 * To a server without TLS, the user's credential is not sent.
 */
export async function connectionFromKubeconfig(
  config: Kubeconfig,
  options: KubeconfigConnectionOptions = {},
): Promise<Connection> {
  const { host = systemHost(), execTimeoutMs } = options;
  const context = contextOf(config, options.context);
  const cluster = clusterOf(config, context);
  const user = userOf(config, context);
  const server = serverOf(cluster);
  const proxyUrl = cluster.value["proxy-url"];
  const proxy = isSet(proxyUrl)
    ? parseProxy(proxyUrl, locationOf(cluster, "proxy-url"))
    : proxyFromEnvironment(server, host.env);
  const authority = authorityOf(cluster, host);
  await authority?.pem();

  const execCluster = () => describeForPlugin(cluster, server, authority);
  const { credential, isPlugin } =
    user === undefined || !server.startsWith("https:")
      ? { credential: new Anonymous(), isPlugin: false }
      : userCredential(user, { host, cluster: execCluster, ...(execTimeoutMs === undefined ? {} : { execTimeoutMs }) });
  if (!isPlugin) await credential.present();
  const impersonation = options.impersonate ?? (user === undefined ? undefined : userImpersonation(user));
  return connectionOf({
    server,
    certificateAuthority: authority,
    tlsServerName: nonEmpty(cluster.value["tls-server-name"]),
    insecureSkipTlsVerify: cluster.value["insecure-skip-tls-verify"] === true ? true : undefined,
    proxy,
    credential: impersonation === undefined ? credential : withImpersonation(credential, impersonation),
    namespace: options.namespace ?? nonEmpty(context.value.namespace) ?? "default",
    disableCompression: cluster.value["disable-compression"] === true ? true : undefined,
    userAgent: options.userAgent,
  });
}

function contextOf(config: Kubeconfig, wanted: string | undefined): KubeconfigEntry<KubeconfigContext> {
  const name = wanted ?? config.currentContext;
  if (name === undefined) {
    throw new ClientError(
      "INVALID_CONFIG",
      `${filesOf(config)} sets no current-context; run "kubectl config use-context NAME" or give the option context. ${known("contexts", config.contextNames)}`,
    );
  }
  const context = config.context(name);
  if (context !== undefined) return context;
  const from = wanted === undefined ? "current-context is" : "there is no context";
  const lack = wanted === undefined ? `, which is not one of its contexts` : "";
  throw new ClientError(
    "UNKNOWN_CONTEXT",
    `${filesOf(config)}: ${from} ${JSON.stringify(name)}${lack}. ${known("contexts", config.contextNames)}`,
  );
}

function clusterOf(
  config: Kubeconfig,
  context: KubeconfigEntry<KubeconfigContext>,
): KubeconfigEntry<KubeconfigCluster> {
  const name = nonEmpty(context.value.cluster);
  if (name === undefined) {
    throw new ClientError(
      "INVALID_CONFIG",
      `${locationOf(context, "cluster")} is missing; ${known("clusters", config.clusterNames)}`,
    );
  }
  const cluster = config.cluster(name);
  if (cluster !== undefined) return cluster;
  throw unknownReference(context, "cluster", name, known("clusters", config.clusterNames));
}

function userOf(
  config: Kubeconfig,
  context: KubeconfigEntry<KubeconfigContext>,
): KubeconfigEntry<KubeconfigUser> | undefined {
  const name = nonEmpty(context.value.user);
  if (name === undefined) return undefined;
  const user = config.user(name);
  if (user !== undefined) return user;
  throw unknownReference(context, "user", name, known("users", config.userNames));
}

function serverOf(cluster: KubeconfigEntry<KubeconfigCluster>): string {
  const { server } = cluster.value;
  const at = locationOf(cluster, "server");
  if (isSet(server)) return parseServer(server, at);
  throw new ClientError("INVALID_CONFIG", `${at} is missing; set it to the API server's URL, https://host:port`);
}

function authorityOf(cluster: KubeconfigEntry<KubeconfigCluster>, host: Host): CertificateAuthority | undefined {
  const file = cluster.value["certificate-authority"];
  const data = cluster.value["certificate-authority-data"];
  if (isSet(file) && isSet(data)) {
    throw new ClientError(
      "INVALID_CONFIG",
      `${locationOf(cluster)} has both certificate-authority and certificate-authority-data; remove one`,
    );
  }
  if ((isSet(file) || isSet(data)) && cluster.value["insecure-skip-tls-verify"] === true) {
    throw new ClientError(
      "INVALID_CONFIG",
      `${locationOf(cluster)} has both a certificate authority and insecure-skip-tls-verify: true; remove insecure-skip-tls-verify`,
    );
  }
  if (isSet(data))
    return certificateAuthorityOf(decodeBase64(data) ?? "", locationOf(cluster, "certificate-authority-data"));
  return isSet(file)
    ? certificateAuthorityFile(file, locationOf(cluster, "certificate-authority"), host.clock)
    : undefined;
}

async function describeForPlugin(
  cluster: KubeconfigEntry<KubeconfigCluster>,
  server: string,
  authority: CertificateAuthority | undefined,
): Promise<ExecCluster> {
  const { value } = cluster;
  const pem = await authority?.pem();
  const extension = value.extensions?.find(({ name }) => name === execExtension)?.extension;
  return {
    server,
    ...(isSet(value["tls-server-name"]) ? { "tls-server-name": value["tls-server-name"] } : {}),
    ...(value["insecure-skip-tls-verify"] === true ? { "insecure-skip-tls-verify": true } : {}),
    ...(pem === undefined ? {} : { "certificate-authority-data": Buffer.from(pem, "utf8").toString("base64") }),
    ...(isSet(value["proxy-url"]) ? { "proxy-url": value["proxy-url"] } : {}),
    ...(value["disable-compression"] === true ? { "disable-compression": true } : {}),
    config: extension ?? null,
  };
}

function unknownReference(
  context: KubeconfigEntry<KubeconfigContext>,
  part: "cluster" | "user",
  name: string,
  knownOnes: string,
): ClientError {
  return new ClientError(
    "UNKNOWN_CONTEXT",
    `${locationOf(context, part)} is ${JSON.stringify(name)}, which is not there. ${knownOnes}`,
  );
}

function known(what: string, names: readonly string[]): string {
  return names.length === 0 ? `There are no ${what}` : `Known ${what}: ${names.join(", ")}`;
}

function filesOf({ files }: Kubeconfig): string {
  return files.length === 0 ? "the kubeconfig" : `kubeconfig ${files.join(" and ")}`;
}

function nonEmpty(value: string | undefined): string | undefined {
  return isSet(value) ? value : undefined;
}
