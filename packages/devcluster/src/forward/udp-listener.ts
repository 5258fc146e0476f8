import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import type { Scheduled } from "@kubewright/api";
import type { PortListener, PortListenerOptions } from "./port-listener.ts";
import type { Target } from "./port-targets.ts";

/** How long a flow is kept with nothing to pass on: as Linux keeps them that were not answered, and those that were. */
const unansweredMs = 30_000;
const answeredMs = 120_000;
/** Clients at once, each of which costs a socket: the one that came first makes room for another. */
const maxFlows = 500;
/** Datagrams of a client that are sent again when its target turns out not to be there. */
const maxKept = 16;

/** What one socket of a client sends, and the target that answers it. */
interface Flow {
  readonly key: string;
  readonly from: RemoteInfo;
  readonly target: Target;
  /** To be tried when that one is not there. */
  readonly others: readonly Target[];
  readonly socket: Socket;
  isConnected: boolean;
  /** What was sent, until the first answer. */
  kept: Buffer[] | undefined;
  usedAt: number;
  timer: Scheduled | undefined;
}

/** Takes UDP datagrams to targets, those of the same client to the same one while it serves, and the answers back. */
export class UdpListener implements PortListener {
  readonly #options: PortListenerOptions;
  /** By the address and port of the client, in the order in which they came. */
  readonly #flows = new Map<string, Flow>();
  #socket: Socket | undefined;

  constructor(options: PortListenerOptions) {
    this.#options = options;
  }

  /** Nothing can be answered once the port is closed. */
  get isBusy(): boolean {
    return false;
  }

  open(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const socket = createSocket(familyOf(host));
      socket.once("error", (error) => {
        socket.close();
        reject(error);
      });
      socket.bind({ address: host, port, exclusive: true }, () => {
        socket.removeAllListeners("error");
        socket.on("error", (err) => this.#options.log.warn({ err, host, port }, "a datagram could not be taken"));
        socket.on("message", (data, from) => this.#pass(data, from));
        this.#socket = socket;
        resolve(socket.address().port);
      });
    });
  }

  close(): void {
    this.#socket?.close();
    this.#socket = undefined;
    for (const flow of this.#flows.values()) this.#end(flow);
  }

  destroy(): void {
    this.close();
  }

  targetsChanged(): void {
    for (const flow of this.#flows.values()) {
      if (!this.#options.picker.isServing(flow.target)) this.#end(flow);
    }
  }

  async drained(): Promise<void> {}

  #pass(data: Buffer, from: RemoteInfo): void {
    const key = `${from.address} ${from.port}`;
    const flow = this.#flows.get(key) ?? this.#begin(key, from, this.#options.picker.order(from.address));
    if (flow === undefined) return;
    flow.usedAt = this.#options.clock.monotonic();
    if (flow.kept !== undefined && flow.kept.length < maxKept) flow.kept.push(data);
    if (flow.isConnected) flow.socket.send(data);
  }

  #begin(key: string, from: RemoteInfo, [target, ...others]: readonly Target[]): Flow | undefined {
    if (target === undefined) return undefined;
    const { clock, picker } = this.#options;
    const [oldest] = this.#flows.values();
    if (oldest !== undefined && this.#flows.size >= maxFlows) this.#end(oldest);
    const socket = createSocket(familyOf(target.host));
    const usedAt = clock.monotonic();
    const flow: Flow = { key, from, target, others, socket, isConnected: false, kept: [], usedAt, timer: undefined };
    this.#flows.set(key, flow);
    this.#watch(flow, unansweredMs);
    // A machine without anything at the port says so to whoever has sent there.
    socket.on("error", () => this.#refused(flow));
    socket.on("message", (data) => {
      if (flow.kept !== undefined) picker.connected(from.address, target);
      flow.kept = undefined;
      flow.usedAt = clock.monotonic();
      this.#socket?.send(data, from.port, from.address);
    });
    socket.connect(target.port, target.host, () => {
      if (this.#flows.get(key) !== flow) return;
      flow.isConnected = true;
      for (const data of flow.kept ?? []) socket.send(data);
    });
    return flow;
  }

  #refused(flow: Flow): void {
    if (this.#flows.get(flow.key) !== flow) return;
    this.#end(flow);
    const { key, from, others, kept } = flow;
    if (kept === undefined) return;
    const next = this.#begin(key, from, others);
    next?.kept?.push(...kept);
  }

  /** Ends the flow when nothing was passed on for long enough. */
  #watch(flow: Flow, delayMs: number): void {
    const { clock } = this.#options;
    flow.timer = clock.schedule(delayMs, () => {
      const leftMs = flow.usedAt + (flow.kept === undefined ? answeredMs : unansweredMs) - clock.monotonic();
      if (leftMs > 0) this.#watch(flow, leftMs);
      else this.#end(flow);
    });
  }

  #end(flow: Flow): void {
    this.#flows.delete(flow.key);
    flow.timer?.cancel();
    flow.socket.close();
  }
}

function familyOf(host: string): "udp4" | "udp6" {
  return host.includes(":") ? "udp6" : "udp4";
}
