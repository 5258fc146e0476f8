import { resolve } from "node:path";
import { type GroupVersionKind, isForbidden, isUnauthorized, type KubeObject, statusErrorOf } from "@kubewright/api";
import {
  type ApiClient,
  ClientError,
  type ConnectOptions,
  connect,
  type Kubeconfig,
  loadKubeconfig,
  systemHost,
} from "@kubewright/client";
import { CommandError } from "../errors.ts";
import type { CommandHost } from "../host.ts";
import { shellWord } from "../terminal/shell-word.ts";

/** The name under which the server records what this program set. */
export const fieldManager = "kubewright";

/** The flags with which a cluster is chosen. */
export interface ClusterChoice {
  readonly kubeconfig?: string;
  readonly context?: string;
}

/** The cluster that a command acts on. */
export interface TargetCluster {
  readonly client: ApiClient;
  /** The context's name in the kubeconfig. */
  readonly context: string;
  readonly server: string;
  /** Beginnings of kubectl's command line for this cluster. */
  readonly kubectl: string;
}

/** The cluster, with what it was chosen by. */
export interface OpenedCluster extends TargetCluster {
  /** The files of the kubeconfig. */
  readonly kubeconfig: string;
  /** Whether another program says who we are, which may wait for a person. */
  readonly hasCredentialPlugin: boolean;
  /** A command line of ours for this cluster, also for a terminal with another environment. */
  command(name: string): string;
}

/**
 * Does something to the chosen cluster, having said which it is. What fails is told in the words of a user of it.
 *
 * Rejects with CommandError when there is no such cluster, or it does not answer.
 */
export async function withCluster<T>(
  choice: ClusterChoice,
  host: CommandHost,
  use: (cluster: TargetCluster) => Promise<T>,
): Promise<T> {
  return await withQuietCluster(choice, host, async (cluster) => {
    host.messages.write(`Context ${cluster.context} at ${cluster.server}\n`);
    return await use(cluster);
  });
}

/** The same, without a word of which cluster it is. */
export async function withQuietCluster<T>(
  choice: ClusterChoice,
  host: CommandHost,
  use: (cluster: OpenedCluster) => Promise<T>,
  options: Pick<ConnectOptions, "connectTimeoutMs"> = {},
): Promise<T> {
  const cluster = await openCluster(choice, host, options);
  try {
    return await use(cluster);
  } catch (error) {
    throw explained(error, cluster, host);
  } finally {
    await cluster.client.close();
  }
}

/** The kubeconfig that a user means. */
export async function chosenKubeconfig({ kubeconfig }: ClusterChoice, host: CommandHost): Promise<Kubeconfig> {
  try {
    const path = kubeconfig === undefined ? undefined : resolve(host.folder, kubeconfig);
    return await loadKubeconfig(path, clientHost(host));
  } catch (error) {
    throw noCluster(error);
  }
}

async function openCluster(
  choice: ClusterChoice,
  host: CommandHost,
  options: Pick<ConnectOptions, "connectTimeoutMs">,
): Promise<OpenedCluster> {
  const config = await chosenKubeconfig(choice, host);
  const context = choice.context ?? config.currentContext ?? "";
  try {
    const client = await connect({
      ...options,
      kubeconfig: config.files,
      ...(choice.context !== undefined && { context: choice.context }),
      fieldManager,
      onWarning: ({ text }) => host.messages.write(`Warning: ${text}\n`),
      host: clientHost(host),
    });
    const { cluster = "", user = "" } = config.context(context)?.value ?? {};
    return {
      client,
      context,
      server: config.cluster(cluster)?.value.server ?? "",
      kubectl: ["kubectl", ...flagsOf(choice)].join(" "),
      kubeconfig: config.files.join(", "),
      hasCredentialPlugin: config.user(user)?.value.exec !== undefined,
      command: (name) => commandLine(name, choice, config, host),
    };
  } catch (error) {
    throw noCluster(error);
  }
}

function clientHost(host: CommandHost): ReturnType<typeof systemHost> {
  return {
    ...systemHost(),
    env: host.env,
    showToUser: (text) => host.messages.write(text),
    ...(host.clock !== undefined && { clock: host.clock }),
  };
}

function noCluster(error: unknown): unknown {
  if (!(error instanceof ClientError)) return error;
  return new CommandError(
    `${error.message}\nName a cluster with --kubeconfig or --context, or start one of your own with "kubewright cluster".`,
    { cause: error },
  );
}

function commandLine(name: string, choice: ClusterChoice, { files }: Kubeconfig, { env }: CommandHost): string {
  const isOfEnv = choice.kubeconfig === undefined && Boolean(env.KUBECONFIG);
  const [file = "", ...others] = files;
  // No flag takes several files.
  if (isOfEnv && others.length > 0) {
    return [`KUBECONFIG=${shellWord(env.KUBECONFIG ?? "")}`, `kubewright ${name}`, ...flagsOf(choice)].join(" ");
  }
  return [`kubewright ${name}`, ...flagsOf(isOfEnv ? { ...choice, kubeconfig: file } : choice)].join(" ");
}

/** As they are typed, here and for kubectl. */
function flagsOf({ kubeconfig, context }: ClusterChoice): string[] {
  return [
    ...(kubeconfig === undefined ? [] : [`--kubeconfig ${shellWord(kubeconfig)}`]),
    ...(context === undefined ? [] : [`--context ${shellWord(context)}`]),
  ];
}

/** The error for a cluster that is not there. */
export function noAnswer({ context, server, kubeconfig }: OpenedCluster, cause: unknown): CommandError {
  return new CommandError(
    `nothing answers at ${server}, the server of context ${context} in ${kubeconfig}: is the cluster running? Choose another with --context or --kubeconfig, or start one with "kubewright cluster"`,
    { cause },
  );
}

/** A failure, with what to do about it. */
function explained(error: unknown, cluster: OpenedCluster, host: CommandHost): unknown {
  const { context, server } = cluster;
  if (error instanceof CommandError) return error;
  if (host.interrupted.aborted)
    return new CommandError("interrupted; what was done by then stays, and the same command goes on from there");
  if (error instanceof ClientError && error.code === "CONNECTION_FAILED") return noAnswer(cluster, error);
  if (isUnauthorized(error)) {
    return new CommandError(`${server} does not know you: log in again, or choose another context with --context`, {
      cause: error,
    });
  }
  if (isForbidden(error)) {
    return new CommandError(
      `${statusErrorOf(error)?.message}\nYou lack this permission in context ${context}: it takes an administrator of the cluster.`,
      { cause: error },
    );
  }
  return error;
}

/** As kubectl names an object: `deployment.apps/cache`. */
export function objectName({ kind, metadata, apiVersion }: KubeObject): string {
  return `${resourceName({ group: apiVersion.includes("/") ? apiVersion.split("/")[0]! : "", kind })}/${metadata.name}`;
}

/** `deployment.apps` */
export function resourceName({ group, kind }: Pick<GroupVersionKind, "group" | "kind">): string {
  return group === "" ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
}
