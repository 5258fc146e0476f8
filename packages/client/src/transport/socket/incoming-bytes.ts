import type { OnReadOpts, Socket } from "node:net";

/** A record of TLS holds no more: what comes at once fits. */
const bufferBytes = 16 * 1024;

/**
 * What comes in on a socket, read into one buffer and copied from there: less work than a buffer of Node's for each read.
 *
 * What comes before anybody asks for it is kept, and reading stops.
 */
export class IncomingBytes {
  /** For the socket. The buffer is never another one: Node would miss the change where something else throws in the same turn. */
  readonly onread: OnReadOpts;
  #early: Buffer[] = [];
  #receive: ((chunk: Buffer) => void) | undefined;

  constructor() {
    const buffer = Buffer.allocUnsafeSlow(bufferBytes);
    this.onread = { buffer, callback: (length) => this.#take(Buffer.from(buffer.subarray(0, length))) };
  }

  /** From now on, all goes to `receive`, which may keep it. */
  begin(receive: (chunk: Buffer) => void): void {
    const early = this.#early;
    this.#early = [];
    this.#receive = receive;
    for (const chunk of early) receive(chunk);
  }

  /** Says whether there is to be more. */
  #take(chunk: Buffer): boolean {
    if (this.#receive === undefined) {
      this.#early.push(chunk);
      return false;
    }
    this.#receive(chunk);
    return true;
  }
}

/** Sockets are Node's to make: what belongs to one is found by it. */
const incomingBytes = new WeakMap<Socket, IncomingBytes>();

/** The socket was made with the `onread` of these. */
export function readsInto(socket: Socket, bytes: IncomingBytes): void {
  incomingBytes.set(socket, bytes);
}

/** Has `receive` told of all that comes in on a socket, however it is read. */
export function receiveFrom(socket: Socket, receive: (chunk: Buffer) => void): void {
  const bytes = incomingBytes.get(socket);
  if (bytes === undefined) {
    socket.on("data", receive);
    return;
  }
  bytes.begin(receive);
  // It stopped to read if something came early.
  socket.resume();
}
