import { createServer, type Server, type Socket } from "node:net";
import { sleep } from "@kubewright/client";
import { connectTo } from "./connect-to.ts";
import type { PortListener, PortListenerOptions } from "./port-listener.ts";
import type { Target } from "./port-targets.ts";

/** When no target answers, they are all tried again after so long: it may be that the news of another is on its way. */
const retryDelaysMs = [50, 100, 200];
/** And then for as long as a target is new: its program may not listen yet. */
const startingDelayMs = 100;
/** No client waits longer. */
const maxWaitMs = 10_000;

/** Takes TCP connections to targets. Those that are open go on, whatever becomes of their target and of the port. */
export class TcpListener implements PortListener {
  readonly #options: PortListenerOptions;
  readonly #sockets = new Set<Socket>();
  readonly #end = new AbortController();
  /** Clients that are connected or have said something, and have not been answered, with the target that should. */
  readonly #waiting = new Map<Socket, Target>();
  /** Called when that has changed. */
  readonly #onAnswer = new Set<() => void>();
  #server: Server | undefined;

  constructor(options: PortListenerOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#sockets.size > 0;
  }

  open(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, (socket) => {
        void this.#accept(socket);
      });
      server.once("error", reject);
      server.listen({ host, port, exclusive: true }, () => {
        server.off("error", reject);
        server.on("error", (err) => this.#options.log.warn({ err, host, port }, "a connection could not be taken"));
        this.#server = server;
        const address = server.address();
        resolve(typeof address === "object" && address !== null ? address.port : port);
      });
    });
  }

  close(): void {
    // Its callback comes when the last connection is closed: that is not waited for.
    this.#server?.close();
    this.#server = undefined;
  }

  destroy(): void {
    this.close();
    this.#end.abort();
    for (const socket of this.#sockets) socket.destroy();
  }

  targetsChanged(): void {}

  drained(isMeant: (target: Target) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        for (const target of this.#waiting.values()) if (isMeant(target)) return;
        this.#onAnswer.delete(look);
        resolve();
      };
      this.#onAnswer.add(look);
      look();
    });
  }

  async #accept(client: Socket): Promise<void> {
    this.#keep(client);
    client.on("error", () => client.destroy());
    const [upstream, target] = (await this.#connect(client, client.remoteAddress ?? "")) ?? [];
    if (upstream === undefined || target === undefined) {
      this.#answered(client);
      client.resetAndDestroy();
      return;
    }
    this.#keep(upstream);
    client.once("close", () => this.#answered(client));
    if (client.destroyed) {
      this.#answered(client);
      upstream.destroy();
      return;
    }
    client.on("data", () => this.#waiting.set(client, target));
    upstream.on("data", () => this.#answered(client));
    client.once("close", (hadError) => endOther(upstream, hadError));
    upstream.once("close", (hadError) => endOther(client, hadError));
    client.pipe(upstream);
    upstream.pipe(client);
    client.resume();
  }

  /** With the target, for whose answer the client waits. */
  async #connect(client: Socket, from: string): Promise<[Socket, Target] | undefined> {
    const { clock, picker } = this.#options;
    const { signal } = this.#end;
    const deadline = clock.monotonic() + maxWaitMs;
    for (let tries = 0; clock.monotonic() < deadline; tries++) {
      for (const target of picker.order(from)) {
        if (client.destroyed || signal.aborted) return undefined;
        this.#waiting.set(client, target);
        const upstream = await connectTo(target, { clock, signal });
        if (upstream === undefined) continue;
        picker.connected(from, target);
        return [upstream, target];
      }
      this.#answered(client);
      const delayMs = retryDelaysMs[tries] ?? (picker.isStarting ? startingDelayMs : undefined);
      if (delayMs === undefined || signal.aborted) return undefined;
      await sleep(delayMs, { clock, signal }).catch(() => {});
    }
    return undefined;
  }

  #answered(client: Socket): void {
    if (!this.#waiting.delete(client)) return;
    for (const look of this.#onAnswer) look();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    if (this.#end.signal.aborted) socket.destroy();
  }
}

function endOther(socket: Socket, hadError: boolean): void {
  if (hadError) socket.resetAndDestroy();
  else socket.destroySoon();
}
