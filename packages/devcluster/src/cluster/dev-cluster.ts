import type { Clock } from "@kubewright/api";
import { ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod, ServiceAccount } from "@kubewright/api/core/v1";
import {
  ApiServer,
  type ApiServerOptions,
  type InProcessOptions,
  type ListeningServer,
  type ListenOptions,
} from "@kubewright/apiserver";
import { ApiClient, systemClock, systemRandom } from "@kubewright/client";
import { type InformerCacheOptions, type Logger, Manager, silentLogger } from "@kubewright/runtime";
import type { ClusterController, ControllerContext } from "../controller/cluster-controller.ts";
import { deploymentController } from "../controller/deployment/deployment-controller.ts";
import { disruptionController } from "../controller/disruption/disruption-controller.ts";
import { endpointSliceController } from "../controller/endpoint-slice/endpoint-slice-controller.ts";
import { garbageCollectorController } from "../controller/garbage-collector/garbage-collector-controller.ts";
import { createNamespaceController } from "../controller/namespace/namespace-controller.ts";
import { nodeLifecycleController } from "../controller/node-lifecycle/node-lifecycle-controller.ts";
import { replicaSetController } from "../controller/replica-set/replica-set-controller.ts";
import { rootCaController } from "../controller/root-ca/root-ca-controller.ts";
import { serviceAccountController } from "../controller/service-account/service-account-controller.ts";
import { DevClusterError } from "../errors.ts";
import type { ProcessNode } from "../node/process/process-node.ts";
import { defaultStages, type StageTimes } from "../node/simulated/default-stages.ts";
import { SimulatedNodes, type SimulatedNodesOptions } from "../node/simulated/simulated-nodes.ts";
import { schedulerController } from "../scheduler/scheduler-controller.ts";
import { controllerLog } from "./controller-log.ts";
import { imageEndpoint, imageEndpointPath } from "./image-endpoint.ts";
import { ProcessNodes, type ProcessNodesOptions } from "./process-nodes.ts";
import { selectControllers } from "./select-controllers.ts";

export interface DevClusterOptions {
  /** Of the API server. Whether pods get service accounts follows from the controllers. */
  readonly server?: Omit<ApiServerOptions, "clock" | "serviceAccountAdmission">;
  /**
   * Where the server listens; false: nowhere, clients are in this process. With process nodes it always does: pods are no part of this
   * process. @default false
   */
  readonly listen?: ListenOptions | false;
  /** Which controllers work, as for kube-controller-manager: `["*", "-deployment-controller"]`. @default ["*"] */
  readonly controllers?: readonly string[];
  /** On which containers are processes of this machine. @default none */
  readonly processNodes?: ProcessNodesOptions;
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
  disruptionController(),
  nodeLifecycleController(),
  schedulerController(),
];

/** Controllers read all pods again and again: to copy them each time is most of what it costs. In tests, whoever changes one gets an error. */
export const sharedReads: Pick<InformerCacheOptions, "byKind"> = {
  byKind: [Pod, ReplicaSet].map((kind) => ({ kind, unsafeShareObjects: true })),
};

/** A small cluster in this process. */
export class DevCluster implements AsyncDisposable {
  readonly server: ApiServer;
  readonly #clock: Clock;
  readonly #processes: ProcessNodes | undefined;
  readonly #clients: ApiClient[] = [];
  readonly #managers: { readonly manager: Manager; readonly ended: Promise<void> }[] = [];

  private constructor(server: ApiServer, clock: Clock, processes: ProcessNodes | undefined) {
    this.server = server;
    this.#clock = clock;
    this.#processes = processes;
  }

  /**
   * A cluster whose controllers work, and whose nodes are Ready. Pods can be made in its `default` namespace, unless faults are in the
   * way.
   */
  static async start(options: DevClusterOptions = {}): Promise<DevCluster> {
    const { clock = systemClock, random = systemRandom, log = silentLogger } = options;
    const controllers = selectControllers(builtinControllers, options.controllers ?? ["*"]);
    const hasAccounts = controllers.some(({ name }) => name === "serviceaccount-controller");
    const processes =
      options.processNodes === undefined ? undefined : await ProcessNodes.prepare(options.processNodes, random);
    let cluster: DevCluster;
    try {
      const server = await ApiServer.start({
        ...processes?.serverOptions,
        ...options.server,
        clock,
        serviceAccountAdmission: hasAccounts,
        endpoints: {
          ...options.server?.endpoints,
          [imageEndpointPath]: imageEndpoint((path) => cluster.loadImage(path)),
        },
      });
      cluster = new DevCluster(server, clock, processes);
    } catch (error) {
      await processes?.[Symbol.asyncDispose]();
      throw error;
    }
    try {
      await cluster.#start(options, { clock, random, log }, controllers);
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
    return this.#client(who, fieldManager);
  }

  /** The nodes on which containers are processes; empty if the cluster was started without. */
  get processNodes(): readonly ProcessNode[] {
    return this.#processes?.nodes ?? [];
  }

  /**
   * Makes the images of an archive, of `docker save` or an OCI layout as tar, runnable on process nodes under the names that it has for them.
   *
   * Their programs run with this machine's Node and file system. Rejects with DevClusterError `INVALID_IMAGE` for what is no such archive,
   * and `INVALID_OPTION` when there are no process nodes.
   */
  async loadImage(path: string): Promise<{ references: string[] }> {
    if (this.#processes === undefined) {
      throw new DevClusterError(
        "INVALID_OPTION",
        "the cluster has no process nodes, so that nothing could run an image",
      );
    }
    return this.#processes.loadImage(path);
  }

  /** Where the API server listens; undefined while it does not. */
  get address(): ListeningServer | undefined {
    return this.server.address;
  }

  /** A kubeconfig of the administrator. Throws while the server does not listen. */
  kubeconfig(): string {
    return this.server.kubeconfig();
  }

  /** Ends everything, processes of pods first. */
  async close(): Promise<void> {
    await this.#processes?.[Symbol.asyncDispose]();
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

  async #start(
    options: DevClusterOptions,
    base: Pick<ControllerContext, "clock" | "random"> & { readonly log: Logger },
    controllers: readonly ClusterController[],
  ): Promise<void> {
    const listen = options.listen === false || options.listen === undefined ? undefined : options.listen;
    const isReached = listen !== undefined || this.#processes !== undefined;
    const address = isReached ? await this.server.listen(listen) : undefined;
    const shared = { ...base, rootCertificate: address?.certificateAuthority };
    const simulated = simulatedNodesOf(options.simulatedNodes);
    // Simulated nodes see pods as the controllers do: to know all of them once is enough.
    await this.#run("kube-controller-manager", shared, (context) => {
      for (const controller of controllers) controller.addTo(context);
      simulated?.addTo(context);
    });
    await simulated?.register(this.client({ fieldManager: "kubelet" }), base.clock);
    if (address !== undefined) {
      await this.#processes?.start({
        ...base,
        address,
        client: (user, fieldManager) => this.client({ user, groups: ["system:masters"], fieldManager }),
      });
    }
    const hasAccounts = controllers.some(({ name }) => name === "serviceaccount-controller");
    // With faults, it may be that there is none before time goes on, and whether it does is not ours to say.
    if (hasAccounts && (options.server?.faults ?? []).length === 0) await this.#defaultAccount();
  }

  #client(options: InProcessOptions, fieldManager: string | undefined): ApiClient {
    const client = new ApiClient({
      transport: this.server.transport(options),
      clock: this.#clock,
      ...(fieldManager !== undefined && { fieldManager }),
    });
    this.#clients.push(client);
    return client;
  }

  /** Resolves when the controllers have made the account that most pods have. */
  async #defaultAccount(): Promise<void> {
    const over = new AbortController();
    const selection = { namespace: "default", fieldSelector: { "metadata.name": "default" }, signal: over.signal };
    const seen = (async () => {
      for await (const { type } of this.client().watch(ServiceAccount, selection)) if (type === "ADDED") return;
    })();
    try {
      await Promise.race([seen, ...this.#managers.map(({ ended }) => ended)]);
    } finally {
      over.abort();
      await seen.catch(() => {});
    }
  }

  /** Runs a part of the cluster under the name that its writes have. */
  async #run(
    name: string,
    options: Omit<ControllerContext, "manager"> & { readonly log: Logger },
    add: (context: ControllerContext) => void,
  ): Promise<void> {
    const { log, ...shared } = options;
    const manager = await Manager.create({
      // What the controllers know of objects they share with the server, as they do with each other.
      client: this.#client({ unsafeShareObjects: true }, name),
      clock: shared.clock,
      random: shared.random,
      log: controllerLog(log.child({ part: name })),
      cache: sharedReads,
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
  if (!Number.isInteger(options.count) || options.count < 0) {
    throw new DevClusterError("INVALID_OPTION", `simulatedNodes.count: ${options.count} is no number of nodes`);
  }
  const names = Array.from({ length: options.count }, (_, index) => `node-${index + 1}`);
  return new SimulatedNodes({ names, ...(options.times && { stages: defaultStages(options.times) }) });
}
