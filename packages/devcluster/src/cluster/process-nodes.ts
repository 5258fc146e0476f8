import { serviceUnavailableError } from "@kubewright/api";
import type { ApiServerOptions, ListeningServer, PodLogRequest } from "@kubewright/apiserver";
import type { ApiClient } from "@kubewright/client";
import { EventBroadcaster, type Logger } from "@kubewright/runtime";
import { DevClusterError } from "../errors.ts";
import { SharedServiceAddress } from "../forward/service-addresses.ts";
import { ServiceForwarder } from "../forward/service-forwarder.ts";
import { ServiceNetwork } from "../forward/service-network.ts";
import { combineAdapters } from "../image/combine-adapters.ts";
import type { ImageAdapter } from "../image/image-adapter.ts";
import { LoadedImages } from "../image/loaded-images.ts";
import { nodeImages } from "../image/node-images.ts";
import { pauseImages } from "../image/pause-images.ts";
import { findMemcached, memcachedImages } from "../memcached/memcached-images.ts";
import type { NodeContext } from "../node/node-agent.ts";
import { type NodeHost, systemNodeHost } from "../node/process/host.ts";
import { ProcessNode } from "../node/process/process-node.ts";
import { ClusterResources } from "../node/process/volume/cluster-resources.ts";
import { createServerEndpoints } from "./server-endpoints.ts";

export interface ProcessNodesOptions {
  /** Their names are `process-1` and so on. @default 1 */
  readonly count?: number;
  /** How containers of images run that the cluster does not know, or in place of what it does. @default none */
  readonly images?: ImageAdapter;
  /** @default the cluster's */
  readonly log?: Logger;
  /** What is to be different from this machine, `{ platform: "darwin" }`. @default nothing */
  readonly host?: Partial<NodeHost>;
}

/** What nodes use of their cluster. */
export interface ProcessNodesContext extends Pick<NodeContext, "clock" | "random" | "log"> {
  readonly address: ListeningServer;
  /** A client, closed by the cluster, that may do everything, under a user's name. */
  client(user: string, fieldManager: string): ApiClient;
}

/** The process nodes of a cluster, with what makes services and images work on them. */
export class ProcessNodes implements AsyncDisposable {
  readonly nodes: readonly ProcessNode[] = [];
  readonly #options: ProcessNodesOptions;
  readonly #host: NodeHost;
  readonly #network: ServiceNetwork | undefined;
  readonly #loaded: LoadedImages;
  #resources: readonly ClusterResources[] = [];
  #forwarder: ServiceForwarder | undefined;
  #events: EventBroadcaster | undefined;
  #isDisposed = false;

  private constructor(options: ProcessNodesOptions, host: NodeHost, network: ServiceNetwork | undefined) {
    this.#options = options;
    this.#host = host;
    this.#network = network;
    this.#loaded = new LoadedImages(host);
  }

  /** Takes addresses for services, before there is a server to give them out. */
  static async prepare(options: ProcessNodesOptions, random: () => number): Promise<ProcessNodes> {
    const { count = 1 } = options;
    if (!Number.isInteger(count) || count < 1) {
      throw new DevClusterError("INVALID_OPTION", `processNodes.count: ${count} is no number of nodes; 1 is the least`);
    }
    const host = { ...systemNodeHost(), ...options.host };
    const network = host.platform === "linux" ? await ServiceNetwork.claim(random) : undefined;
    return new ProcessNodes(options, host, network);
  }

  /** What the server of a cluster with such nodes has to be told. Services get addresses that are of this machine, where it has enough. */
  get serverOptions(): Pick<ApiServerOptions, "allowLoopbackEndpoints" | "podLogs" | "serviceCidr"> {
    return {
      allowLoopbackEndpoints: true,
      podLogs: (request) => this.#logs(request),
      ...(this.#network !== undefined && { serviceCidr: this.#network.cidr }),
    };
  }

  /** Resolves when all nodes are Ready. */
  async start(context: ProcessNodesContext): Promise<void> {
    const { clock, random, address } = context;
    const { count = 1, log = context.log, images: more } = this.#options;
    const server = { ...address, host: new URL(address.url).hostname.replace(/^\[(.*)\]$/, "$1") };
    await createServerEndpoints(context.client("system:apiserver", "kube-apiserver"), server);
    const shared = { clock, random, log };
    const proxyClient = context.client("system:kube-proxy", "kube-proxy");
    this.#events = new EventBroadcaster({ ...shared, client: proxyClient, process: { hostname: this.#host.hostname } });
    this.#forwarder = new ServiceForwarder({
      ...shared,
      client: proxyClient,
      events: this.#events.recorder("kube-proxy"),
      mappedPort: (podUid, port) => firstOf(this.nodes, (node) => node.mappedPort(podUid, port)),
      ...(this.#network === undefined && { addresses: new SharedServiceAddress() }),
    });
    const images = combineAdapters(
      ...(more === undefined ? [] : [more]),
      this.#loaded,
      ...[memcachedImages(this.#host), pauseImages(this.#host), nodeImages(this.#host)],
    );
    const made = Array.from({ length: count }, (_, index) => {
      const name = `process-${index + 1}`;
      const nodeContext: NodeContext = {
        ...shared,
        client: context.client(`system:node:${name}`, "kubelet"),
        server,
        services: this.#forwarder,
      };
      const resources = new ClusterResources(nodeContext);
      return { resources, node: new ProcessNode({ name, context: nodeContext, images, resources, host: this.#host }) };
    });
    this.#resources = made.map(({ resources }) => resources);
    (this.nodes as ProcessNode[]).push(...made.map(({ node }) => node));
    await Promise.all([this.#forwarder.start(), ...this.nodes.map((node) => node.start())]);
  }

  /** Makes the images of an archive runnable. Rejects with DevClusterError `INVALID_IMAGE`. */
  async loadImage(path: string): Promise<{ references: string[] }> {
    if (this.#isDisposed) throw new DevClusterError("CLOSED", "the cluster was closed: it runs no images");
    const folder = this.nodes[0]?.folder;
    if (folder === undefined) throw new DevClusterError("CLOSED", "the nodes have not started yet");
    return { references: await this.#loaded.load(path, `${folder}/images`) };
  }

  /** Ends all pods at once, and what else there is. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([this.#forwarder?.stop(), ...this.nodes.map((node) => node.stop())]);
    await this.#events?.stop({ timeoutMs: 500 });
    await Promise.all(this.#resources.map((resources) => resources[Symbol.asyncDispose]()));
    await this.#network?.[Symbol.asyncDispose]();
  }

  #logs({ pod, ...request }: PodLogRequest): AsyncIterable<Uint8Array> {
    const { nodeName } = pod.spec as { readonly nodeName?: string };
    const node = this.nodes.find(({ name }) => name === nodeName);
    if (node === undefined)
      throw serviceUnavailableError(`the node ${nodeName} runs no processes: its pods have no logs`);
    const { name, namespace = "", uid = "" } = pod.metadata;
    return node.logs({ ...request, namespace, pod: name, podUid: uid });
  }
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The machine's memcached; undefined: containers of memcached images run a small server in Node that stands in for it. */
export function machineMemcached(): Promise<string | undefined> {
  return findMemcached(systemNodeHost());
}
