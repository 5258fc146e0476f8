import {
  ApiClient,
  type ClientCertificate,
  HttpsTransport,
  systemClock,
  systemRandom,
  type Transport,
} from "@kubewright/client";
import {
  builtinControllers,
  type ControllerContext,
  DevClusterError,
  defaultStages,
  SimulatedNodes,
  selectControllers,
} from "@kubewright/devcluster";
import { type Logger, Manager, silentLogger } from "@kubewright/runtime";
import type { TestHost } from "../../host.ts";
import { type ReferenceServer, startReferenceServer } from "../../reference/reference-server.ts";
import type { EnvironmentOptions, NodeChoice, ResolvedOptions } from "../environment-options.ts";
import { realPace } from "../pace/pace.ts";
import { invalidFrom } from "./embedded-cluster.ts";
import type { TestCluster, Who } from "./test-cluster.ts";

/** The real etcd and kube-apiserver, with the controllers and simulated nodes of the embedded cluster. */
export class AssetsCluster implements TestCluster {
  readonly persists = false;
  readonly pace = realPace(systemClock);
  readonly #server: ReferenceServer;
  readonly #clients: ApiClient[] = [];
  readonly #managers: { readonly manager: Manager; readonly ended: Promise<void> }[] = [];

  private constructor(server: ReferenceServer) {
    this.#server = server;
  }

  static async start(
    { controllers: list, nodes }: ResolvedOptions,
    assets: EnvironmentOptions["assets"],
    host: TestHost,
    log: Logger = silentLogger,
  ): Promise<AssetsCluster> {
    const { controllers, simulated } = chosen(list, nodes);
    const serviceAccountAdmission = controllers.some(({ name }) => name === "serviceaccount-controller");
    const cluster = new AssetsCluster(await startReferenceServer({ ...assets, serviceAccountAdmission, host }));
    try {
      await cluster.#run("kube-controller-manager", log, (context) => {
        for (const controller of controllers) controller.addTo(context);
      });
      if (simulated !== undefined) {
        await simulated.register(cluster.#client("kubelet"), systemClock);
        await cluster.#run("kubelet", log, (context) => simulated.addTo(context));
      }
      return cluster;
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
  }

  get description(): string {
    return `the kube-apiserver at ${this.#server.url}`;
  }

  transport(who: Who | undefined): Transport {
    return new HttpsTransport(this.#server.connection(this.#certificate(who)));
  }

  async kubeconfig(who: Who | undefined): Promise<string> {
    return this.#server.kubeconfig(this.#certificate(who));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { manager, ended } of this.#managers.splice(0).reverse()) {
      await manager.stop();
      await ended.catch(() => {});
    }
    await Promise.all(this.#clients.splice(0).map((client) => client.close()));
    await this.#server.close();
  }

  #certificate(who: Who | undefined): ClientCertificate {
    return who === undefined ? this.#server.admin : this.#server.addUser({ name: who.user, groups: who.groups });
  }

  #client(fieldManager: string): ApiClient {
    const client = new ApiClient({ transport: new HttpsTransport(this.#server.connection()), fieldManager });
    this.#clients.push(client);
    return client;
  }

  /** Runs a part of the cluster under the name that its writes have. */
  async #run(name: string, log: Logger, add: (context: ControllerContext) => void): Promise<void> {
    const manager = await Manager.create({
      client: this.#client(name),
      log: log.child({ part: name }),
      metrics: false,
      health: false,
      handleSignals: false,
      gracefulStopTimeoutMs: 1_000,
    });
    add({ manager, clock: systemClock, random: systemRandom, rootCertificate: this.#server.caCertificate });
    const ended = manager.start();
    ended.catch((err: unknown) => log.error({ err, part: name }, "a part of the cluster ended"));
    this.#managers.push({ manager, ended });
  }
}

function chosen(list: readonly string[], nodes: NodeChoice) {
  try {
    return { controllers: selectControllers(builtinControllers, list), simulated: simulatedNodesOf(nodes) };
  } catch (error) {
    if (error instanceof DevClusterError && error.code === "INVALID_OPTION") throw invalidFrom(error);
    throw error;
  }
}

function simulatedNodesOf({ simulated }: NodeChoice): SimulatedNodes | undefined {
  if (simulated === undefined) return undefined;
  if (typeof simulated === "object" && "names" in simulated) return new SimulatedNodes(simulated);
  const { count, times } = typeof simulated === "number" ? { count: simulated } : simulated;
  const names = Array.from({ length: count }, (_, index) => `node-${index + 1}`);
  return new SimulatedNodes({ names, ...(times !== undefined && { stages: defaultStages(times) }) });
}
