import { promises } from "node:fs";
import { join } from "node:path";
import { type Impersonation, withImpersonation } from "../credential/impersonation.ts";
import { readTextFile } from "../credential/read-text-file.ts";
import { TokenFile } from "../credential/token-file.ts";
import { ClientError } from "../errors.ts";
import { type Host, systemHost } from "../host.ts";
import type { Connection } from "../transport/connection.ts";
import { certificateAuthorityFile } from "./certificate-authority.ts";
import { connectionOf } from "./connection-from.ts";
import { proxyFromEnvironment } from "./http-proxy.ts";

export interface InClusterOptions {
  /** @default POD_NAMESPACE, else the service account's namespace */
  readonly namespace?: string;
  readonly impersonate?: Impersonation;
  readonly userAgent?: string;
  /** @default "/var/run/secrets/kubernetes.io/serviceaccount" */
  readonly serviceAccountDirectory?: string;
  readonly host?: Host;
}

const serviceAccountDirectory = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Whether this process runs in a pod with a service account. */
export async function isInCluster(options: InClusterOptions = {}): Promise<boolean> {
  const host = options.host ?? systemHost();
  return serverOf(host) !== undefined && (await exists(join(directoryOf(options), "token")));
}

/**
 * The connection of a pod to its own cluster, as its service account; token and authority are read again when they are
 * replaced. Rejects with ClientError `NO_CONFIG` outside of a cluster.
 */
export async function inClusterConnection(options: InClusterOptions = {}): Promise<Connection> {
  const host = options.host ?? systemHost();
  const directory = directoryOf(options);
  const server = serverOf(host);
  if (server === undefined) {
    throw new ClientError(
      "NO_CONFIG",
      "not in a cluster: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not both set; outside of a pod, use a kubeconfig",
    );
  }
  const token = new TokenFile({
    path: join(directory, "token"),
    what: "the service account's token",
    fix: "outside of a pod, use a kubeconfig; in a pod, check automountServiceAccountToken",
    clock: host.clock,
  });
  await token.present();
  const authorityFile = join(directory, "ca.crt");
  const authority = (await exists(authorityFile))
    ? certificateAuthorityFile(authorityFile, "the cluster's certificate authority", host.clock)
    : undefined;
  await authority?.pem();
  return connectionOf({
    server,
    certificateAuthority: authority,
    proxy: proxyFromEnvironment(server, host.env),
    credential: options.impersonate === undefined ? token : withImpersonation(token, options.impersonate),
    namespace: options.namespace ?? (await namespaceOf(host, directory)),
    userAgent: options.userAgent,
  });
}

function directoryOf(options: InClusterOptions): string {
  return options.serviceAccountDirectory ?? serviceAccountDirectory;
}

function serverOf({ env }: Host): string | undefined {
  const { KUBERNETES_SERVICE_HOST: name = "", KUBERNETES_SERVICE_PORT: port = "" } = env;
  if (name === "" || port === "") return undefined;
  return `https://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

async function namespaceOf({ env }: Host, directory: string): Promise<string> {
  if (env.POD_NAMESPACE !== undefined && env.POD_NAMESPACE !== "") return env.POD_NAMESPACE;
  const role = { code: "INVALID_CONFIG", what: "the service account's namespace", fix: "set POD_NAMESPACE" } as const;
  const text = await readTextFile(join(directory, "namespace"), role).catch(() => "");
  return text.trim() === "" ? "default" : text.trim();
}

async function exists(path: string): Promise<boolean> {
  return promises.access(path).then(
    () => true,
    () => false,
  );
}
