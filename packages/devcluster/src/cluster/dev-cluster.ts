import type { Clock } from "@kubewright/api";
import { ApiServer, type ApiServerOptions, type ListeningServer, type ListenOptions } from "@kubewright/apiserver";
import { ApiClient, systemClock, systemRandom } from "@kubewright/client";
import { type Logger, Manager, silentLogger } from "@kubewright/runtime";
import type { ClusterController, ControllerContext } from "../controller/cluster-controller.ts";
import { deploymentController } from "../controller/deployment/deployment-controller.ts";
import { endpointSliceController } from "../controller/endpoint-slice/endpoint-slice-controller.ts";
import { garbageCollectorController } from "../controller/garbage-collector/garbage-collector-controller.ts";
import { createNamespaceController } from "../controller/namespace/namespace-controller.ts";
import { nodeLifecycleController } from "../controller/node-lifecycle/node-lifecycle-controller.ts";
import { replicaSetController } from "../controller/replica-set/replica-set-controller.ts";
import { rootCaController } from "../controller/root-ca/root-ca-controller.ts";
import { serviceAccountController } from "../controller/service-account/service-account-controller.ts";
import { defaultStages, type StageTimes } from "../node/simulated/default-stages.ts";
import { SimulatedNodes, type SimulatedNodesOptions } from "../node/simulated/simulated-nodes.ts";
import { schedulerController } from "../scheduler/scheduler-controller.ts";
import { selectControllers } from "./select-controllers.ts";

export interface DevClusterOptions {
  /** Of the API server. Whether pods get service accounts follows from the controllers. */
  readonly server?: Omit<ApiServerOptions, "clock" | "serviceAccountAdmission">;
  /** Where the server listens; false: nowhere, clients are in this process. @default false */
  readonly listen?: ListenOptions | false;
  /** Which controllers work, as for kube-controller-manager: `["*", "-deployment-controller"]`. @default ["*"] */
  readonly controllers?: readonly string[];
  /** On which nothing runs: pods become ready by themselves. @default none */
  readonly simulatedNodes?: SimulatedNodesOptions | { readonly count: number; readonly times?: StageTimes };
  /** @default the host's */
  readonly clock?: Clock;
  /** From 0 up to, not including, 1. @default the host's */
  readonly random?: () => number;
  /** Of the controllers. @default says nothing */
  readonly log?: Logger;
}

/** Every controller that a cluster has. */
export const builtinControllers: readonly ClusterController[] = [
  // The server tells of everything at once: there is no need to wait for what may still come.
  createNamespaceController({ settleMs: 100 }),
  serviceAccountController,
  rootCaController,
  garbageCollectorController,
  deploymentController(),
  replicaSetController(),
  endpointSliceController(),
  nodeLifecycleController(),
  schedulerController(),
];

/** A small cluster in this process. */
export class DevCluster implements AsyncDisposable {
  readonly server: ApiServer;
  readonly #clock: Clock;
  readonly #clients: ApiClient[] = [];
  readonly #managers: { readonly manager: Manager; readonly ended: Promise<void> }[] = [];

  private constructor(server: ApiServer, clock: Clock) {
    this.server = server;
    this.#clock = clock;
  }

  /** A cluster whose controllers work. */
  static async start(options: DevClusterOptions = {}): Promise<DevCluster> {
    const { clock = systemClock, random = systemRandom, listen = false, log = silentLogger } = options;
    const controllers = selectControllers(builtinControllers, options.controllers ?? ["*"]);
    const hasAccounts = controllers.some(({ name }) => name === "serviceaccount-controller");
    const server = await ApiServer.start({ ...options.server, clock, serviceAccountAdmission: hasAccounts });
    const cluster = new DevCluster(server, clock);
    try {
      const address = listen === false ? undefined : await server.listen(listen);
      const shared = { clock, random, rootCertificate: address?.certificateAuthority };
      await cluster.#run("kube-controller-manager", { ...shared, log }, (context) => {
        for (const controller of controllers) controller.addTo(context);
      });
      const nodes = simulatedNodesOf(options.simulatedNodes);
      if (nodes !== undefined) {
        await nodes.register(cluster.client({ fieldManager: "kubelet" }), clock);
        await cluster.#run("kubelet", { ...shared, log }, (context) => nodes.addTo(context));
      }
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  /** A client of the administrator, or of someone else. Closed with the cluster. */
  client(
    identity: { readonly user?: string; readonly groups?: readonly string[]; readonly fieldManager?: string } = {},
  ): ApiClient {
    const { fieldManager, ...who } = identity;
    const transport = this.server.transport(who);
    const client = new ApiClient({
      transport,
      clock: this.#clock,
      ...(fieldManager !== undefined && { fieldManager }),
    });
    this.#clients.push(client);
    return client;
  }

  /** Where the API server listens; undefined while it does not. */
  get address(): ListeningServer | undefined {
    return this.server.address;
  }

  /** A kubeconfig of the administrator. Throws while the server does not listen. */
  kubeconfig(): string {
    return this.server.kubeconfig();
  }

  /** Ends everything. */
  async close(): Promise<void> {
    for (const { manager, ended } of this.#managers.splice(0).reverse()) {
      await manager.stop();
      await ended.catch(() => {});
    }
    await Promise.all(this.#clients.splice(0).map((client) => client.close()));
    await this.server.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Runs a part of the cluster under the name that its writes have. */
  async #run(
    name: string,
    options: Omit<ControllerContext, "manager"> & { readonly log: Logger },
    add: (context: ControllerContext) => void,
  ): Promise<void> {
    const { log, ...shared } = options;
    const manager = await Manager.create({
      client: this.client({ fieldManager: name }),
      clock: shared.clock,
      random: shared.random,
      log: log.child({ part: name }),
      metrics: false,
      health: false,
      handleSignals: false,
      // Whoever ends a cluster does not wait for its controllers.
      gracefulStopTimeoutMs: 1_000,
    });
    add({ ...shared, manager });
    const ended = manager.start();
    ended.catch((err: unknown) => log.error({ err, part: name }, "a part of the cluster ended"));
    this.#managers.push({ manager, ended });
  }
}

function simulatedNodesOf(options: DevClusterOptions["simulatedNodes"]): SimulatedNodes | undefined {
  if (options === undefined) return undefined;
  if ("names" in options) return new SimulatedNodes(options);
  const names = Array.from({ length: options.count }, (_, index) => `node-${index + 1}`);
  return new SimulatedNodes({ names, ...(options.times && { stages: defaultStages(options.times) }) });
}
