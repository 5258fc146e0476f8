import type { Clock } from "@kubewright/api";
import { type Client, ClientError, type ConnectOptions, connect, loadConnection, systemHost } from "@kubewright/client";
import { RuntimeError } from "../errors.ts";
import type { Logger } from "../observability/log/logger.ts";
import type { Metrics } from "../observability/metric/metrics.ts";
import { describeFlag, flagOf, type OptionOrigins } from "../option-origin.ts";
import type { ManagerOptions } from "./manager-options.ts";

/** How the manager reaches the cluster. */
export interface ManagerClient {
  readonly client: Client;
  /** For the lease: where there is an election and it was made here, on connections of its own, so that no amount of other work holds up a renewal. */
  readonly leaseClient: Client;
  /** Whether writes that name no field manager go without, since nobody chose one. */
  readonly needsFieldManager: boolean;
  /** Frees what was made here: nothing, where the client was given. */
  close(): Promise<void>;
}

/**
 * The client that the options name, or one that is connected as they say; its requests are counted and its server's warnings logged.
 *
 * Rejects with RuntimeError `INVALID_SETUP` when the options contradict each other, and as `connect` does.
 */
export async function managerClient(
  { client, connection, fieldManager, leaderElection = false, origins }: ManagerOptions,
  { log, metrics, clock }: { readonly log: Logger; readonly metrics: Metrics; readonly clock: Clock | undefined },
): Promise<ManagerClient> {
  if (client !== undefined) {
    if (connection !== undefined) {
      throw new RuntimeError("INVALID_SETUP", "the manager got a client and a connection: leave out one of them");
    }
    return { client, leaseClient: client, needsFieldManager: false, close: async () => {} };
  }
  const host = connection?.host ?? systemHost();
  const options: ConnectOptions = {
    ...(fieldManager !== undefined && { fieldManager }),
    ...connection,
    host: clock === undefined ? host : { ...host, clock },
  };
  const { server } = await loadConnection(options).catch((error: unknown) => {
    throw namingFlag(error, options, origins);
  });
  const observe = metrics.requests(new URL(server).host);
  const reach = (): Promise<Client> =>
    connect({
      onWarning: ({ text, method, path }) => log.warn({ warning: text, method, path }, "the server warns"),
      logger: log,
      ...options,
      onRequest(observation) {
        observe(observation);
        connection?.onRequest?.(observation);
      },
    });
  const made = await reach();
  const close = () => made.close();
  const needsFieldManager = options.fieldManager === undefined;
  if (leaderElection === false) return { client: made, leaseClient: made, needsFieldManager, close };
  try {
    const leaseClient = await reach();
    const closeBoth = async () => void (await Promise.all([close(), leaseClient.close()]));
    return { client: made, leaseClient, needsFieldManager, close: closeBoth };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What a kubeconfig fails with, with the flag that named it. */
function namingFlag(error: unknown, { kubeconfig }: ConnectOptions, origins: OptionOrigins | undefined): unknown {
  const flag = typeof kubeconfig === "string" ? flagOf("connection.kubeconfig", kubeconfig, origins) : undefined;
  if (!(error instanceof ClientError) || flag === undefined) return error;
  const { code, message, cause } = error;
  return new ClientError(code, `${describeFlag(flag, String(kubeconfig))}: ${message}`, { cause });
}
