import { type Clock, ManualClock } from "@kubewright/api";
import { type Container, Event, Pod, type PodSpec, ServiceAccount } from "@kubewright/api/core/v1";
import { ApiServer } from "@kubewright/apiserver";
import { ApiClient, systemClock } from "@kubewright/client";
import { silentLogger } from "@kubewright/runtime";
import { eventually } from "@kubewright/testing";
import type { ImageAdapter, ImageProgram } from "../../src/image/image-adapter.ts";
import type { PodResources } from "../../src/node/process/container/pod-resources.ts";
import { type NodeHost, systemNodeHost } from "../../src/node/process/host.ts";
import { ProcessNode } from "../../src/node/process/process-node.ts";

export interface RigOptions {
  readonly clock?: Clock;
  readonly images?: ImageAdapter;
  readonly resources?: PodResources;
  readonly host?: Partial<NodeHost>;
  /** @default an embedded server of its own */
  readonly server?: { readonly client: ApiClient } & AsyncDisposable;
}

/** Runs commands as they are, `node` with this Node; images named `unknown` it does not know. */
export const commands: ImageAdapter = {
  async programFor({ image, command = [], args = [], address }): Promise<ImageProgram | undefined> {
    if (image.startsWith("unknown")) return undefined;
    const [program = "node", ...rest] = [...command, ...args];
    return {
      argv: [program === "node" ? process.execPath : program, ...rest],
      env: { ADDRESS: address },
      imageId: `${image}@sha256:0`,
    };
  },
};

/** An API server and one process node. */
export class ProcessRig implements AsyncDisposable {
  readonly client: ApiClient;
  readonly node: ProcessNode;
  readonly clock: Clock;
  readonly #server: AsyncDisposable;

  private constructor(server: AsyncDisposable, client: ApiClient, node: ProcessNode, clock: Clock) {
    this.#server = server;
    this.client = client;
    this.node = node;
    this.clock = clock;
  }

  static async start(options: RigOptions = {}): Promise<ProcessRig> {
    const { clock = systemClock, images = commands, resources, host = {} } = options;
    const server = options.server ?? (await startEmbedded(clock));
    const { client } = server;
    const node = new ProcessNode({
      name: "local",
      context: { client, clock, random: Math.random, log: silentLogger },
      images,
      host: { ...systemNodeHost(), ...host },
      ...(resources !== undefined && { resources }),
    });
    await node.start();
    return new ProcessRig(server, client, node, clock);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.node.stop();
    await this.client.close();
    await this.#server[Symbol.asyncDispose]();
  }

  async create(name: string, spec: Partial<PodSpec>): Promise<Pod> {
    return this.client.create(
      Pod.of({
        metadata: { name, namespace: "default" },
        spec: { nodeName: "local", automountServiceAccountToken: false, containers: [], ...spec },
      }),
    );
  }

  async pod(name: string): Promise<Pod> {
    return this.client.get(Pod, { name, namespace: "default" });
  }

  /** The pod, as soon as the check passes; with a manual clock, time goes on by `stepMs` from look to look. */
  async until(name: string, check: (pod: Pod) => unknown, options: { stepMs?: number } = {}): Promise<Pod> {
    const { stepMs = 0 } = options;
    return eventually(
      async () => {
        const pod = await this.pod(name);
        try {
          await check(pod);
        } catch (error) {
          if (this.clock instanceof ManualClock) this.clock.advance(stepMs);
          throw error;
        }
        return pod;
      },
      { timeoutMs: 15_000, intervalMs: 20 },
    );
  }

  /** Resolves when the pod's object is gone. */
  async untilGone(name: string, options: { stepMs?: number } = {}): Promise<void> {
    await eventually(
      async () => {
        const pod = await this.client.find(Pod, { name, namespace: "default" });
        if (pod === undefined) return true;
        if (this.clock instanceof ManualClock) this.clock.advance(options.stepMs ?? 0);
        throw new Error("it is there");
      },
      { timeoutMs: 15_000, intervalMs: 20 },
    );
  }

  /** Events of a pod, oldest first: `Warning BackOff spec.containers{web} message`. Each is sent in a turn of its own, which is waited for. */
  async events(pod: string): Promise<string[]> {
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    const { items } = await this.client.list(Event, {
      namespace: "default",
      fieldSelector: { "involvedObject.name": pod },
    });
    return items.map(({ type, reason, involvedObject, message }) => {
      return [type, reason, involvedObject.fieldPath, message].filter((part) => part !== undefined).join(" ");
    });
  }

  async logs(pod: Pod, options: Partial<Parameters<ProcessNode["logs"]>[0]> = {}): Promise<string> {
    const pieces: Uint8Array[] = [];
    const request = {
      namespace: "default",
      pod: pod.metadata.name,
      podUid: pod.metadata.uid ?? "",
      container: "main",
      follow: false,
      previous: false,
      timestamps: false,
      signal: new AbortController().signal,
      ...options,
    };
    for await (const piece of this.node.logs(request)) pieces.push(piece);
    return Buffer.concat(pieces).toString("utf8");
  }
}

async function startEmbedded(clock: Clock): Promise<{ readonly client: ApiClient } & AsyncDisposable> {
  const server = await ApiServer.start({ clock });
  const client = new ApiClient({ transport: server.transport() });
  await client.create(ServiceAccount.of({ metadata: { name: "default", namespace: "default" } }));
  return { client, [Symbol.asyncDispose]: () => server.close() };
}

/** A container that runs a program for Node. */
export function nodeProgram(program: string, more: Partial<Container> = {}): Container {
  return { name: "main", image: "program:1", command: ["node", "-e", program], ...more };
}
