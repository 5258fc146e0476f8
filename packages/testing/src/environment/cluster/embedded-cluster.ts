import type { Faults } from "@kubewright/apiserver";
import { systemClock, type Transport } from "@kubewright/client";
import { DevCluster, DevClusterError, type DevClusterOptions } from "@kubewright/devcluster";
import { type Logger, silentLogger } from "@kubewright/runtime";
import type { TestHost } from "../../host.ts";
import type { NodeChoice, ResolvedOptions } from "../environment-options.ts";
import { invalid } from "../invalid-option.ts";
import { ManualPace } from "../pace/manual-pace.ts";
import { type Pace, realPace } from "../pace/pace.ts";
import type { TestCluster, Who } from "./test-cluster.ts";

/** The cluster inside this process. */
export class EmbeddedCluster implements TestCluster {
  readonly description = "the embedded cluster";
  readonly persists = false;
  readonly pace: Pace;
  readonly #cluster: DevCluster;
  #listening: Promise<unknown> | undefined;

  private constructor(cluster: DevCluster, pace: Pace) {
    this.#cluster = cluster;
    this.pace = pace;
  }

  static async start(
    { controllers, nodes, manualClock }: ResolvedOptions,
    host: TestHost,
    log: Logger = silentLogger,
  ): Promise<EmbeddedCluster> {
    const clock = manualClock ?? systemClock;
    try {
      const cluster = await DevCluster.start({ controllers, clock, log, ...nodeOptionsOf(nodes) });
      const pace =
        manualClock === undefined ? realPace(clock) : new ManualPace(manualClock, () => cluster.server.revision, host);
      return new EmbeddedCluster(cluster, pace);
    } catch (error) {
      if (error instanceof DevClusterError && error.code === "INVALID_OPTION") throw invalidFrom(error);
      throw error;
    }
  }

  get faults(): Faults {
    return this.#cluster.server.faults;
  }

  transport(who: Who | undefined): Transport {
    return this.#cluster.server.transport(who);
  }

  async kubeconfig(who: Who | undefined): Promise<string> {
    const { server } = this.#cluster;
    this.#listening ??= server.address === undefined ? server.listen() : Promise.resolve();
    await this.#listening;
    return server.kubeconfig(who);
  }

  async loadImage(path: string): Promise<{ readonly references: readonly string[] }> {
    return await this.#cluster.loadImage(path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.pace instanceof ManualPace) this.pace.hurry();
    await this.pace.during(this.#cluster.close());
  }
}

/** What is wrong with a list of controllers or with nodes, as an error of this package. */
export function invalidFrom(error: DevClusterError): Error {
  const [, field = "cluster", problem = error.message] = /^([\w.]+): (.*)$/s.exec(error.message) ?? [];
  return invalid(field, problem, error);
}

function nodeOptionsOf({ simulated, process }: NodeChoice): Pick<DevClusterOptions, "simulatedNodes" | "processNodes"> {
  return {
    ...(simulated !== undefined && {
      simulatedNodes: typeof simulated === "number" ? { count: simulated } : simulated,
    }),
    ...(process !== undefined && { processNodes: typeof process === "number" ? { count: process } : process }),
  };
}
