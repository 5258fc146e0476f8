import type { Socket } from "node:net";
import type { Clock } from "@kubewright/api";
import type { Cancellation } from "./cancellation.ts";
import { closedEarly, DialFailure } from "./dial.ts";
import type { ConnectionOwner, RequestChannel, ServerConnection } from "./server-connection.ts";

/** An idle connection older than this is not used again: servers and middle boxes drop such connections. */
const maxIdleMs = 60_000;

export interface ConnectionPoolOptions {
  readonly dial: (signal: AbortSignal) => Promise<Socket>;
  /** Speaks HTTP on a connected socket. */
  readonly connectionOver: (socket: Socket, owner: ConnectionOwner) => ServerConnection;
  /** Whether connections may turn out to take many requests at once. */
  readonly mayShare: boolean;
  /** Requests under way at once. */
  readonly maxConnections: number;
  readonly clock: Clock;
}

interface Waiter {
  readonly isStream: boolean;
  resolve(channel: RequestChannel): void;
  reject(reason: unknown): void;
  /** Ends the connection attempt that this waiter is left with, which is under way; absent while there is none for him. */
  dialing: AbortController | undefined;
}

/**
 * The connections to one server with one set of TLS settings. The one last used is used first.
 *
 * Where connections are shared, a new one is made only when no other has room, and one at a time.
 */
export class ConnectionPool implements ConnectionOwner {
  readonly #options: ConnectionPoolOptions;
  readonly #open = new Set<ServerConnection>();
  /** Those with room, and such that lost it: they are sorted out when they are looked at. */
  readonly #ready: ServerConnection[] = [];
  readonly #waiters: Waiter[] = [];
  readonly #dials = new Set<AbortController>();
  /** Requests under way; streams do not count. */
  #requests = 0;
  /** Whether the next connection is likely to be shared: as the last one was. */
  #isShared: boolean;
  #isRetired = false;

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
    this.#isShared = options.mayShare;
  }

  /** Whether nothing is open, being opened or waited for. */
  get isEmpty(): boolean {
    return this.#open.size === 0 && this.#dials.size === 0 && this.#waiters.length === 0;
  }

  /** A place on a connection that has room, at once, else on the first to have some or to be connected. */
  acquire(isStream: boolean, cancellation: Cancellation): RequestChannel | Promise<RequestChannel> {
    const connection = this.#mayTake(isStream) ? this.#pick() : undefined;
    return connection === undefined ? this.#wait(isStream, cancellation) : this.#take(connection, isStream);
  }

  /** Closes idle connections now, and each other one when its requests are done. Requests that wait are still served. */
  retire(): void {
    this.#isRetired = true;
    this.discardIdle();
  }

  /** Closes idle connections, which the server may have given up already. */
  discardIdle(): void {
    for (const connection of [...this.#open]) if (connection.isIdle) connection.destroy();
  }

  /** Closes everything. Requests that wait are rejected with `reason`. */
  close(reason: unknown): void {
    this.retire();
    for (const waiter of this.#waiters.splice(0)) waiter.reject(reason);
    for (const dial of this.#dials) dial.abort(reason);
    this.#dials.clear();
    for (const connection of [...this.#open]) connection.destroy();
  }

  onFreed(connection: ServerConnection, isStream: boolean): void {
    if (!isStream) this.#requests--;
    this.onRoom(connection);
  }

  onRoom(connection: ServerConnection): void {
    this.#list(connection);
    if (this.#waiters.length > 0) {
      this.#serveWaiters();
      this.#dialForWaiters();
    }
    this.#settle(connection);
  }

  onClosed(connection: ServerConnection): void {
    this.#open.delete(connection);
    const index = this.#ready.indexOf(connection);
    if (index !== -1) this.#ready.splice(index, 1);
    this.#dialForWaiters();
  }

  #mayTake(isStream: boolean): boolean {
    return isStream || this.#requests < this.#options.maxConnections;
  }

  #take(connection: ServerConnection, isStream: boolean): RequestChannel {
    if (!isStream) this.#requests++;
    return connection.open(isStream);
  }

  /** A connection with room. One that takes a single request is not listed any more then. */
  #pick(): ServerConnection | undefined {
    for (let last = this.#ready.at(-1); last !== undefined; last = this.#ready.at(-1)) {
      const isOld = last.isIdle && this.#options.clock.monotonic() - last.idleSinceMs >= maxIdleMs;
      if (last.hasRoom && !isOld) {
        if (!last.isShared) this.#ready.pop();
        return last;
      }
      this.#ready.pop();
      if (last.isIdle) last.destroy();
    }
    return undefined;
  }

  #list(connection: ServerConnection): void {
    if (connection.hasRoom && !(connection.isShared && this.#ready.includes(connection))) this.#ready.push(connection);
  }

  /** What nobody uses rests, or goes. */
  #settle(connection: ServerConnection): void {
    if (!connection.isIdle) return;
    if (this.#isRetired || !connection.hasRoom) {
      connection.destroy();
    } else {
      connection.idleSinceMs = this.#options.clock.monotonic();
      connection.rest();
    }
  }

  #wait(isStream: boolean, cancellation: Cancellation): Promise<RequestChannel> {
    return new Promise<RequestChannel>((resolve, reject) => {
      const waiter: Waiter = { isStream, resolve, reject, dialing: undefined };
      this.#waiters.push(waiter);
      cancellation.onCancel = (reason) => {
        if (!this.#removeWaiter(waiter)) return;
        this.#giveUpDial(waiter, reason);
        reject(reason);
      };
      this.#dialForWaiters();
    });
  }

  /** Gives places to those who wait longest, as far as there are some. Gives those who got one. */
  #serveWaiters(): Waiter[] {
    const served: Waiter[] = [];
    for (let index = 0; index < this.#waiters.length; ) {
      const waiter = this.#waiters[index]!;
      if (!this.#mayTake(waiter.isStream)) {
        index++;
        continue;
      }
      const connection = this.#pick();
      if (connection === undefined) break;
      this.#waiters.splice(index, 1);
      served.push(waiter);
      waiter.resolve(this.#take(connection, waiter.isStream));
    }
    return served;
  }

  /** Connects for each waiter that the limit allows and for whom nobody connects yet; where connections are shared, once for all. */
  #dialForWaiters(): void {
    for (const waiter of this.#waiters) {
      if (this.#isShared && this.#dials.size > 0) return;
      if (waiter.dialing !== undefined) continue;
      const limited = this.#requests + this.#dials.size;
      if (!waiter.isStream && limited >= this.#options.maxConnections) continue;
      this.#dialFor(waiter);
    }
  }

  #dialFor(waiter: Waiter): void {
    const controller = new AbortController();
    waiter.dialing = controller;
    this.#dials.add(controller);
    this.#options.dial(controller.signal).then(
      (socket) => this.#onDialled(controller, socket),
      (error: unknown) => this.#onDialFailed(controller, error),
    );
  }

  #onDialled(controller: AbortController, socket: Socket): void {
    // One that is gone already is as good as none: to dial again for the same waiters would have no end.
    if (socket.destroyed || socket.readyState !== "open") {
      socket.destroy();
      this.#onDialFailed(controller, new DialFailure("server", closedEarly()));
      return;
    }
    this.#dials.delete(controller);
    const connection = this.#options.connectionOver(socket, this);
    connection.idleSinceMs = this.#options.clock.monotonic();
    this.#isShared = connection.isShared;
    this.#open.add(connection);
    const left = this.#waiterOf(controller);
    this.#list(connection);
    const served = this.#serveWaiters();
    // Who waits longer was faster: the attempt for that one is now for whom this one was.
    if (left !== undefined) left.dialing = served.find(({ dialing }) => dialing !== controller)?.dialing;
    this.#dialForWaiters();
    this.#settle(connection);
  }

  #onDialFailed(controller: AbortController, error: unknown): void {
    if (!this.#dials.delete(controller)) return;
    if (this.#isShared) {
      // It was for all whom the limit does not keep waiting.
      const failed = this.#waiters.filter(({ isStream }) => this.#mayTake(isStream));
      for (const waiter of failed) if (this.#removeWaiter(waiter)) waiter.reject(error);
    } else {
      // Without one, it was served by another connection, or left.
      const left = this.#waiterOf(controller);
      if (left !== undefined && this.#removeWaiter(left)) left.reject(error);
    }
    this.#dialForWaiters();
  }

  /** The attempt of a waiter who left is for the next one where connections are shared, else for nobody. */
  #giveUpDial({ dialing }: Waiter, reason: unknown): void {
    if (dialing === undefined) return;
    const heir = this.#isShared ? this.#waiters.find((waiter) => waiter.dialing === undefined) : undefined;
    if (heir !== undefined) {
      heir.dialing = dialing;
    } else if (this.#dials.delete(dialing)) {
      dialing.abort(reason);
      this.#dialForWaiters();
    }
  }

  #waiterOf(dial: AbortController): Waiter | undefined {
    return this.#waiters.find(({ dialing }) => dialing === dial);
  }

  #removeWaiter(waiter: Waiter): boolean {
    const index = this.#waiters.indexOf(waiter);
    if (index === -1) return false;
    this.#waiters.splice(index, 1);
    return true;
  }
}
