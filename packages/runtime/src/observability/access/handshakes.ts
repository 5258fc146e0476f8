import type { Socket } from "node:net";

/** Connections on which TLS is not agreed upon yet: they ask for nothing, but keep a server from ending. */
export class Handshakes {
  readonly #sockets = new Map<string, Socket>();

  /** A connection was opened. */
  add(socket: Socket): void {
    const peer = peerOf(socket);
    this.#sockets.set(peer, socket);
    socket.once("close", () => this.#sockets.delete(peer));
  }

  /** The connection below `secured` is through with it. */
  end(secured: Socket): void {
    this.#sockets.delete(peerOf(secured));
  }

  /** Closes those that are not through. */
  destroy(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
