import {
  ClientError,
  type Connection,
  connectionFromKubeconfig,
  HttpsTransport,
  intercept,
  type Kubeconfig,
  loadKubeconfig,
  retryRequests,
  systemClock,
  type Transport,
  withImpersonation,
} from "@kubewright/client";
import { stringify } from "yaml";
import type { TestHost } from "../../host.ts";
import type { ExistingClusterOptions } from "../environment-options.ts";
import { invalid } from "../invalid-option.ts";
import { realPace } from "../pace/pace.ts";
import type { TestCluster, Who } from "./test-cluster.ts";

/** A cluster that was there before, as a kubeconfig names it. */
export class ExistingCluster implements TestCluster {
  readonly description: string;
  readonly persists = true;
  readonly pace = realPace(systemClock);
  readonly #config: Kubeconfig;
  readonly #context: string;
  readonly #connection: Connection;

  private constructor(config: Kubeconfig, context: string, connection: Connection) {
    this.#config = config;
    this.#context = context;
    this.#connection = connection;
    this.description = describeContext(config, context);
  }

  /** Rejects with TestingError `INVALID_OPTION` if nobody has said that this very cluster is meant. */
  static async open(options: ExistingClusterOptions = {}, host: TestHost): Promise<ExistingCluster> {
    const config = await read(options.kubeconfig, host);
    const named = options.context ?? (host.env.KUBEWRIGHT_TEST_CONTEXT || undefined);
    const context = named ?? config.currentContext;
    const known = config.contextNames.length === 0 ? "it has none" : `it has ${config.contextNames.join(", ")}`;
    if (context === undefined) {
      throw invalid(
        "existing.context",
        `${filesOf(config)} has no current context; name one of its contexts: ${known}`,
      );
    }
    if (config.context(context) === undefined) {
      throw invalid("existing.context", `${filesOf(config)} has no context ${JSON.stringify(context)}; ${known}`);
    }
    if (named === undefined && options.kubeconfig === undefined) {
      throw invalid(
        "existing.context",
        `tests would change and delete objects in ${describeContext(config, context)}, which is only the current one. ` +
          `If that is meant, say so: existing: { context: ${JSON.stringify(context)} }, or KUBEWRIGHT_TEST_CONTEXT=${context}`,
      );
    }
    const connection = await connectionFromKubeconfig(config, { context, host });
    const cluster = new ExistingCluster(config, context, connection);
    host.showToUser?.(`tests use ${cluster.description}\n`);
    return cluster;
  }

  transport(who: Who | undefined): Transport {
    const { credential } = this.#connection;
    const connection =
      who === undefined ? this.#connection : { ...this.#connection, credential: withImpersonation(credential, who) };
    return intercept(new HttpsTransport(connection), [retryRequests({ clock: systemClock })]);
  }

  async kubeconfig(who: Who | undefined): Promise<string> {
    const { value: context } = this.#config.context(this.#context)!;
    const cluster = this.#config.cluster(context.cluster ?? "")?.value ?? {};
    const user = this.#config.user(context.user ?? "")?.value ?? {};
    const acting = who === undefined ? {} : { as: who.user, "as-groups": who.groups };
    return stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "existing", cluster }],
      users: [{ name: "existing", user: { ...user, ...acting } }],
      contexts: [{ name: this.#context, context: { ...context, cluster: "existing", user: "existing" } }],
      "current-context": this.#context,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

async function read(path: string | undefined, host: TestHost): Promise<Kubeconfig> {
  try {
    return await loadKubeconfig(path, host);
  } catch (error) {
    if (error instanceof ClientError) throw invalid("existing.kubeconfig", error.message, error);
    throw error;
  }
}

function describeContext(config: Kubeconfig, context: string): string {
  const cluster = config.cluster(config.context(context)?.value.cluster ?? "");
  return `the existing cluster ${cluster?.value.server ?? "without an address"}, context ${context} of ${filesOf(config)}`;
}

function filesOf({ files }: Kubeconfig): string {
  return files.join(" and ") || "the kubeconfig";
}
