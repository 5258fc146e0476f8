import { type Clock, formatMicroTime, isAlreadyExists, isNotFound, type Scheduled } from "@kubewright/api";
import { Lease } from "@kubewright/api/coordination/v1";
import { Node, type Taint } from "@kubewright/api/core/v1";
import { type Client, sleep } from "@kubewright/client";
import type { Logger } from "@kubewright/runtime";
import type { KubeletEvents } from "./event/kubelet-events.ts";
import type { NodeHost } from "./host.ts";
import { hostCapacity, nodeLabels, nodeStatus } from "./node-status.ts";

export interface NodeRegistrationOptions {
  readonly name: string;
  readonly client: Client;
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: KubeletEvents;
  readonly host: NodeHost;
  readonly address: string;
  /** Beside those that every node has. */
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  /** In place of what the machine has. */
  readonly capacity: Readonly<Record<string, string>>;
}

const leaseNamespace = "kube-node-lease";
const leaseSeconds = 40;
const renewMs = 10_000;
const reportMs = 300_000;
const retryMs = 1_000;
const fieldManager = "kubelet";

/** Keeps the Node object of a node and its lease. */
export class NodeRegistration implements AsyncDisposable {
  readonly #options: NodeRegistrationOptions;
  readonly #end = new AbortController();
  #node: Node | undefined;
  #timers: Scheduled[] = [];
  #working: Promise<void> = Promise.resolve();

  constructor(options: NodeRegistrationOptions) {
    this.#options = options;
  }

  /** Resolves when the server has the node, Ready. Tries as long as that takes. */
  async register(): Promise<void> {
    const { clock, log, name, events } = this.#options;
    const { signal } = this.#end;
    for (;;) {
      try {
        this.#node = await this.#createOrGet();
        await this.#report();
        await this.#renewLease();
        break;
      } catch (error) {
        if (signal.aborted) throw error;
        log.warn({ err: error, node: name }, "the node could not be registered, another try follows");
        await sleep(retryMs, { clock, signal });
      }
    }
    // Events about nodes name them by their name only.
    const regarding = Node.of({ metadata: { name, uid: name } });
    events.record(regarding, "Normal", "Starting", "Starting kubelet.");
    for (const state of ["NodeHasSufficientMemory", "NodeHasNoDiskPressure", "NodeHasSufficientPID", "NodeReady"]) {
      events.record(regarding, "Normal", state, `Node ${name} status is now: ${state}`);
    }
    this.#every(renewMs, () => this.#renewLease());
    this.#every(reportMs, () => this.#report());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    for (const timer of this.#timers) timer.cancel();
    await this.#working;
  }

  #every(periodMs: number, work: () => Promise<void>): void {
    const { clock, log } = this.#options;
    const index = this.#timers.length;
    const again = () => {
      if (this.#end.signal.aborted) return;
      this.#timers[index] = clock.schedule(periodMs, () => {
        again();
        this.#working = this.#working.then(work).catch((error: unknown) => {
          if (!this.#end.signal.aborted) log.warn({ err: error }, "the node could not be kept up to date");
        });
      });
    };
    again();
  }

  async #createOrGet(): Promise<Node> {
    const { client, name, host, labels, taints } = this.#options;
    const { signal } = this.#end;
    const node = Node.of({
      metadata: {
        name,
        labels: { ...nodeLabels(name, host), ...labels },
        annotations: { "volumes.kubernetes.io/controller-managed-attach-detach": "true" },
      },
      ...(taints.length > 0 && { spec: { taints: [...taints] } }),
    });
    try {
      return await client.create(node, { fieldManager, signal });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const merge = { metadata: { labels: node.metadata.labels ?? {} } };
      return client.patch(Node, { name }, { merge }, { fieldManager, signal });
    }
  }

  async #report(): Promise<void> {
    const { client, clock, name, host, address, capacity } = this.#options;
    const { signal } = this.#end;
    const status = nodeStatus({
      name,
      host,
      address,
      capacity: { ...hostCapacity(host), ...capacity },
      previous: this.#node?.status ?? {},
      now: clock.now(),
    });
    try {
      this.#node = await client.status.patch(Node, { name }, { strategic: { status } }, { fieldManager, signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      // Somebody deleted it: a kubelet registers again.
      this.#node = await this.#createOrGet();
      this.#node = await client.status.patch(Node, { name }, { strategic: { status } }, { fieldManager, signal });
    }
  }

  async #renewLease(): Promise<void> {
    const { client, clock, name } = this.#options;
    const { signal } = this.#end;
    const renewTime = formatMicroTime(clock.now());
    try {
      await client.patch(
        Lease,
        { name, namespace: leaseNamespace },
        { merge: { spec: { renewTime } } },
        { fieldManager, signal },
      );
    } catch (error) {
      if (!isNotFound(error)) throw error;
      // The lease of a node goes with the node: if somebody deleted that, it is registered again first.
      if (this.#timers.length > 0) await this.#report();
      const { uid = "" } = this.#node?.metadata ?? {};
      const lease = Lease.of({
        metadata: {
          name,
          namespace: leaseNamespace,
          ownerReferences: [{ apiVersion: "v1", kind: "Node", name, uid }],
        },
        spec: { holderIdentity: name, leaseDurationSeconds: leaseSeconds, renewTime },
      });
      await client.create(lease, { fieldManager, signal });
    }
  }
}
