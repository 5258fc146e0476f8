import type { Socket } from "node:net";
import type { Clock } from "@kubewright/api";
import type { Cancellation } from "./cancellation.ts";
import { ServerSocket, type SocketOwner } from "./server-socket.ts";

/** An idle socket older than this is not used again: servers and middle boxes drop such connections. */
const maxIdleMs = 60_000;

interface Waiter {
  readonly isStream: boolean;
  resolve(socket: ServerSocket): void;
  reject(reason: unknown): void;
  /** Ends the connection attempt that this waiter is left with, which is under way; absent while the limit forbids one. */
  dialing: AbortController | undefined;
}

/** The connections to one server with one set of TLS settings. The socket last used is used first. */
export class SocketPool implements SocketOwner {
  readonly #dial: (signal: AbortSignal) => Promise<Socket>;
  readonly #maxConnections: number;
  readonly #clock: Clock;
  readonly #open = new Set<ServerSocket>();
  readonly #idle: ServerSocket[] = [];
  readonly #waiters: Waiter[] = [];
  readonly #dials = new Set<AbortController>();
  /** Open or awaited sockets that carry a stream: they do not count towards the limit. */
  #streams = 0;
  #isRetired = false;

  constructor(options: {
    readonly dial: (signal: AbortSignal) => Promise<Socket>;
    readonly maxConnections: number;
    readonly clock: Clock;
  }) {
    this.#dial = options.dial;
    this.#maxConnections = options.maxConnections;
    this.#clock = options.clock;
  }

  /** Whether nothing is open, being opened or waited for. */
  get isEmpty(): boolean {
    return this.#open.size === 0 && this.#dials.size === 0 && this.#waiters.length === 0;
  }

  /** A socket for one request: an idle one at once, else the first to be free or connected. */
  acquire(isStream: boolean, cancellation: Cancellation): ServerSocket | Promise<ServerSocket> {
    return this.#takeIdle(isStream) ?? this.#wait(isStream, cancellation);
  }

  /** Closes idle sockets now, and each other one when its request is done. Requests that wait are still served. */
  retire(): void {
    this.#isRetired = true;
    this.discardIdle();
  }

  /** Closes idle sockets, which the server may have given up already. */
  discardIdle(): void {
    for (const socket of this.#idle.splice(0)) socket.destroy();
  }

  /** Closes everything. Requests that wait are rejected with `reason`. */
  close(reason: unknown): void {
    this.retire();
    for (const waiter of this.#waiters.splice(0)) waiter.reject(reason);
    for (const dial of this.#dials) dial.abort(reason);
    for (const socket of this.#open) socket.destroy();
  }

  onIdle(socket: ServerSocket): void {
    if (socket.isStream) this.#streams--;
    socket.isReused = true;
    this.#place(socket);
  }

  onClosed(socket: ServerSocket): void {
    this.#open.delete(socket);
    if (socket.isStream) this.#streams--;
    const index = this.#idle.indexOf(socket);
    if (index !== -1) this.#idle.splice(index, 1);
    this.#dialForWaiters();
  }

  #takeIdle(isStream: boolean): ServerSocket | undefined {
    for (let socket = this.#idle.pop(); socket !== undefined; socket = this.#idle.pop()) {
      if (socket.isUsable && this.#clock.monotonic() - socket.idleSinceMs < maxIdleMs) {
        this.#assign(socket, isStream);
        return socket;
      }
      socket.destroy();
    }
    return undefined;
  }

  #assign(socket: ServerSocket, isStream: boolean): void {
    socket.isStream = isStream;
    if (isStream) this.#streams++;
  }

  #wait(isStream: boolean, cancellation: Cancellation): Promise<ServerSocket> {
    return new Promise<ServerSocket>((resolve, reject) => {
      const waiter: Waiter = { isStream, resolve, reject, dialing: undefined };
      this.#waiters.push(waiter);
      cancellation.onCancel = (reason) => {
        waiter.dialing?.abort(reason);
        this.#removeWaiter(waiter);
        reject(reason);
      };
      this.#dialForWaiters();
    });
  }

  /** Connects for each waiter that the limit allows and for whom nobody connects yet. */
  #dialForWaiters(): void {
    for (const waiter of this.#waiters) {
      if (waiter.dialing !== undefined) continue;
      const limited = this.#open.size + this.#dials.size - this.#streams;
      if (!waiter.isStream && limited >= this.#maxConnections) continue;
      this.#dialFor(waiter);
    }
  }

  #dialFor(waiter: Waiter): void {
    const controller = new AbortController();
    waiter.dialing = controller;
    this.#dials.add(controller);
    this.#dial(controller.signal).then(
      (socket) => {
        this.#dials.delete(controller);
        const opened = new ServerSocket(socket, this);
        this.#open.add(opened);
        const served = this.#place(opened);
        // Who waits longer was faster: the attempt for that one is now for whom this one was.
        const left = this.#waiterOf(controller);
        if (left !== undefined) left.dialing = served?.dialing;
        this.#dialForWaiters();
      },
      (error: unknown) => {
        this.#dials.delete(controller);
        // Without one, it was served by another socket, or left.
        const left = this.#waiterOf(controller);
        if (left !== undefined && this.#removeWaiter(left)) left.reject(error);
        this.#dialForWaiters();
      },
    );
  }

  #waiterOf(dial: AbortController): Waiter | undefined {
    return this.#waiters.find(({ dialing }) => dialing === dial);
  }

  /** Gives a free socket to whoever waits longest, or keeps it. Gives the one who got it. */
  #place(socket: ServerSocket): Waiter | undefined {
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) {
      this.#assign(socket, waiter.isStream);
      waiter.resolve(socket);
    } else if (this.#isRetired) {
      socket.destroy();
    } else {
      socket.rest(this.#clock.monotonic());
      this.#idle.push(socket);
    }
    return waiter;
  }

  #removeWaiter(waiter: Waiter): boolean {
    const index = this.#waiters.indexOf(waiter);
    if (index === -1) return false;
    this.#waiters.splice(index, 1);
    return true;
  }
}
