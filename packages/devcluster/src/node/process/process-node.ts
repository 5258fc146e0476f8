import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { notFoundError } from "@kubewright/api";
import { Pod, type Taint } from "@kubewright/api/core/v1";
import { Informer, type ObjectEvent } from "@kubewright/runtime";
import { DevClusterError } from "../../errors.ts";
import type { ImageAdapter } from "../../image/image-adapter.ts";
import type { LogRequest, NodeAgent, NodeContext } from "../node-agent.ts";
import { LoopbackAddresses } from "./address/loopback-addresses.ts";
import { MappedPorts } from "./address/mapped-ports.ts";
import { plainResources } from "./container/plain-resources.ts";
import type { PodResources } from "./container/pod-resources.ts";
import { KubeletEvents } from "./event/kubelet-events.ts";
import { type NodeHost, systemNodeHost } from "./host.ts";
import { readLog, sinceOf } from "./log/read-log.ts";
import type { NodeParts } from "./node-parts.ts";
import { NodeRegistration } from "./node-registration.ts";
import { PodWorker } from "./pod/pod-worker.ts";
import { createNodeFolder, sweepNodeFolders } from "./supervisor/node-folder.ts";
import { Supervisor } from "./supervisor/supervisor.ts";

export interface ProcessNodeOptions {
  readonly name: string;
  readonly context: NodeContext;
  /** How containers of an image run. Containers of images that it does not know are pretended to run. */
  readonly images: ImageAdapter;
  /** Variables and volumes of containers. @default variables with values, and empty volumes */
  readonly resources?: PodResources;
  /** Beside those that every node has. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
  /** In place of what the machine has: `{ cpu: "4", memory: "8Gi", pods: "20" }`. */
  readonly capacity?: Readonly<Record<string, string>>;
  /** @default the machine */
  readonly host?: NodeHost;
}

/**
 * A node whose containers are processes of this machine, each pod on a loopback address of its own.
 *
 * Nothing outlives it: processes end with it, also when this process is killed.
 */
export class ProcessNode implements NodeAgent {
  readonly name: string;
  readonly #options: ProcessNodeOptions;
  /** By the uid of the pod. */
  readonly #workers = new Map<string, PodWorker>();
  readonly #opened: AsyncDisposable[] = [];
  #parts: NodeParts | undefined;
  #state: "new" | "running" | "stopped" = "new";
  readonly #ending = new AbortController();
  #starting: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;

  constructor(options: ProcessNodeOptions) {
    this.#options = options;
    this.name = options.name;
  }

  /** The address of the node; undefined before it is started. */
  get address(): string | undefined {
    return this.#parts?.addresses.nodeIp;
  }

  /** Where the node keeps what goes with it; undefined before it is started. Users that pods run as can reach, but not list it. */
  get folder(): string | undefined {
    return this.#parts?.folder;
  }

  async start(): Promise<void> {
    if (this.#state !== "new")
      throw new DevClusterError("CLOSED", `the node ${this.name} was started before: make a new one`);
    this.#state = "running";
    this.#starting = this.#start();
    await this.#starting;
  }

  async #start(): Promise<void> {
    const { name, context, images, resources = plainResources, host = systemNodeHost() } = this.#options;
    const { labels = {}, taints = [], capacity = {} } = this.#options;
    const { client, clock, random, log, services } = context;
    await sweepNodeFolders(host.temporaryDirectory);
    const folder = await createNodeFolder(host.temporaryDirectory);
    const supervisor = this.#own(new Supervisor({ folder, nodeProgram: host.nodeProgram, clock }));
    await mkdir(join(folder, "pods"), { mode: 0o711 });
    this.#checkRunning();
    await supervisor.start();
    const addresses = this.#own(host.platform === "linux" ? await LoopbackAddresses.open(random) : new MappedPorts());
    const events = this.#own(new KubeletEvents({ client, nodeName: name, clock, random, log }));
    this.#parts = {
      nodeName: name,
      client,
      clock,
      random,
      log,
      host,
      images,
      resources,
      events,
      supervisor,
      addresses,
      services,
      folder,
    };
    this.#checkRunning();
    const registration = this.#own(
      new NodeRegistration({
        ...{ name, client, clock, log, events, host, labels, taints, capacity },
        address: addresses.nodeIp,
      }),
    );
    await registration.register();
    this.#checkRunning();
    const informer = this.#own(
      new Informer<Pod>({ client, kind: Pod, fieldSelector: { "spec.nodeName": name }, clock, random, log }),
    );
    informer.addHandler((event) => this.#observe(event));
    informer.start();
    await informer.whenSynced({ signal: this.#ending.signal });
  }

  logs(request: LogRequest): AsyncIterable<Uint8Array> {
    const worker = this.#workers.get(request.podUid);
    if (worker === undefined || this.#parts === undefined) {
      throw notFoundError({ group: "", resource: "pods" }, request.pod);
    }
    const log = worker.logOf(request.container, request.previous);
    return readLog(log, { ...request, sinceMs: sinceOf(request, this.#parts.clock.now()) });
  }

  /** Where something listens instead of at a port of a pod, on hosts with one address for all pods. Undefined: at the port itself. */
  mappedPort(podUid: string, port: number): number | undefined {
    return this.#workers.get(podUid)?.mappedPort(port);
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #stop(): Promise<void> {
    this.#state = "stopped";
    this.#ending.abort();
    // The processes end first, so that nothing that happens meanwhile starts another one.
    const killed = [...this.#workers.values()].map((worker) => worker.kill());
    await Promise.all([this.#parts?.supervisor[Symbol.asyncDispose](), ...killed]);
    await this.#disposeOpened();
    // A start that was on its way finds out, and what it had opened goes as well.
    await this.#starting?.catch(() => {});
    await this.#disposeOpened();
  }

  async #disposeOpened(): Promise<void> {
    for (const part of this.#opened.splice(0).reverse()) await part[Symbol.asyncDispose]();
  }

  #checkRunning(): void {
    if (this.#state !== "running") throw new DevClusterError("CLOSED", `the node ${this.name} was stopped`);
  }

  #own<T extends AsyncDisposable>(part: T): T {
    this.#opened.push(part);
    return part;
  }

  #observe(event: ObjectEvent<Pod>): void {
    const parts = this.#parts;
    if (parts === undefined || this.#state !== "running") return;
    const { object: pod } = event;
    if (event.type === "updated" && event.old.metadata.uid !== pod.metadata.uid) this.#removed(event.old);
    if (event.type === "deleted") this.#removed(pod);
    else {
      const uid = pod.metadata.uid ?? "";
      const worker = this.#workers.get(uid);
      if (worker !== undefined) worker.update(pod);
      else {
        const added = new PodWorker({ parts, pod });
        this.#workers.set(uid, added);
        void added.done.then(() => this.#workers.delete(uid));
      }
    }
  }

  #removed(pod: Pod): void {
    const worker = this.#workers.get(pod.metadata.uid ?? "");
    worker?.update(pod);
    worker?.removed();
  }
}
