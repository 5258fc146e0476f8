import { createServer, type Server, type Socket } from "node:net";
import type { Clock } from "@kubewright/api";
import { sleep } from "@kubewright/client";
import type { Logger } from "@kubewright/runtime";
import { connectTo } from "./connect-to.ts";
import type { Target } from "./port-targets.ts";
import { type Affinity, TargetPicker } from "./target-picker.ts";

/** When no endpoint answers, they are all tried again after so long: it may be that the news of another is on its way. */
const retryDelaysMs = [50, 100, 200];

export interface ForwardedPortOptions {
  readonly host: string;
  /** Where it listens, if it can: as any user below 1024, say, it may not. */
  readonly port: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * A TCP port whose connections go to the endpoints of a service.
 *
 * While there are no endpoints nothing listens, so that clients are refused. Connections that are open go on when their endpoint gets no
 * new ones any more, and when the port closes.
 */
export class ForwardedPort {
  readonly #options: ForwardedPortOptions;
  readonly #picker: TargetPicker;
  readonly #sockets = new Set<Socket>();
  readonly #stopped = new AbortController();
  #server: Server | undefined;
  #port: number;
  /** Opening and closing happen one after the other. */
  #work: Promise<void> = Promise.resolve();
  #isWanted = false;

  constructor(options: ForwardedPortOptions) {
    this.#options = options;
    this.#port = options.port;
    this.#picker = new TargetPicker(options.clock);
  }

  /** Where it listens, or did last. */
  get port(): number {
    return this.#port;
  }

  get hasConnections(): boolean {
    return this.#sockets.size > 0;
  }

  /** Sends connections to these from now on. Resolves when it listens, or does not any more. */
  async forward(targets: readonly Target[], affinityMs: Affinity): Promise<void> {
    this.#picker.set(targets, affinityMs);
    await this.#want(targets.length > 0);
  }

  /** Takes no more connections. */
  async close(): Promise<void> {
    await this.#want(false);
  }

  /** Also ends those that are open. */
  async destroy(): Promise<void> {
    this.#stopped.abort();
    const closed = this.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #want(isWanted: boolean): Promise<void> {
    this.#isWanted = isWanted;
    this.#work = this.#work.then(() => this.#apply());
    return this.#work;
  }

  async #apply(): Promise<void> {
    if (this.#isWanted === (this.#server !== undefined)) return;
    if (!this.#isWanted) {
      // Resolves only when the last connection is closed: that is not waited for.
      this.#server?.close();
      this.#server = undefined;
      return;
    }
    const { host, port, log } = this.#options;
    // Once it has had to take another port, that stays.
    const [server, error] = await this.#listen(this.#port);
    if (server !== undefined) {
      this.#server = server;
      return;
    }
    const [other] = await this.#listen(0);
    if (other === undefined) {
      log.warn({ err: error, host, port }, "a port of a service cannot be opened");
      return;
    }
    this.#server = other;
    log.warn({ err: error, host, port, instead: this.#port }, "a port of a service cannot be opened: another is used");
  }

  #listen(port: number): Promise<[Server] | [undefined, Error]> {
    const { host } = this.#options;
    return new Promise((resolve) => {
      const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, (socket) => {
        void this.#accept(socket);
      });
      server.once("error", (error) => resolve([undefined, error]));
      server.listen({ host, port }, () => {
        const address = server.address();
        if (typeof address === "object" && address !== null) this.#port = address.port;
        resolve([server]);
      });
    });
  }

  async #accept(client: Socket): Promise<void> {
    this.#keep(client);
    client.on("error", () => client.destroy());
    const from = client.remoteAddress ?? "";
    const upstream = await this.#connect(client, from);
    if (upstream === undefined) {
      client.resetAndDestroy();
      return;
    }
    this.#keep(upstream);
    if (client.destroyed) {
      upstream.destroy();
      return;
    }
    client.once("close", (hadError) => endOther(upstream, hadError));
    upstream.once("close", (hadError) => endOther(client, hadError));
    client.pipe(upstream);
    upstream.pipe(client);
    client.resume();
  }

  async #connect(client: Socket, from: string): Promise<Socket | undefined> {
    const { clock } = this.#options;
    for (const delayMs of [0, ...retryDelaysMs]) {
      if (delayMs > 0) await sleep(delayMs, { clock, signal: this.#stopped.signal }).catch(() => {});
      for (const target of this.#picker.order(from)) {
        if (client.destroyed || this.#stopped.signal.aborted) return undefined;
        const upstream = await connectTo(target, clock);
        if (upstream === undefined) continue;
        this.#picker.connected(from, target);
        return upstream;
      }
    }
    return undefined;
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    if (this.#stopped.signal.aborted) socket.destroy();
  }
}

function endOther(socket: Socket, hadError: boolean): void {
  if (hadError) socket.resetAndDestroy();
  else socket.destroySoon();
}
