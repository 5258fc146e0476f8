import type { OnReadOpts, Socket } from "node:net";

/** A record of TLS holds no more: what comes at once fits. */
const bufferBytes = 16 * 1024;

/** From here on, another buffer costs less than a copy. */
const handedOverBytes = bufferBytes / 2;

/**
 * What comes in on a socket, read into the same buffer again and again. By itself, Node takes 64 KiB for each read, however little it is.
 *
 * What comes before anybody asks for it is kept, and no more is read until then.
 */
export class IncomingBytes {
  /** For the socket. */
  readonly onread: OnReadOpts;
  #buffer = Buffer.allocUnsafeSlow(bufferBytes);
  #early: Buffer[] = [];
  #receive: ((chunk: Buffer) => void) | undefined;

  constructor() {
    this.onread = { buffer: () => this.#buffer, callback: (length) => this.#take(length) };
  }

  /** From now on, all goes to `receive`, which may keep it. */
  begin(receive: (chunk: Buffer) => void): void {
    const early = this.#early;
    this.#early = [];
    this.#receive = receive;
    for (const chunk of early) receive(chunk);
  }

  /** Says whether there is to be more. */
  #take(length: number): boolean {
    const chunk = this.#filled(length);
    if (this.#receive === undefined) {
      this.#early.push(chunk);
      return false;
    }
    this.#receive(chunk);
    return true;
  }

  #filled(length: number): Buffer {
    const chunk = this.#buffer.subarray(0, length);
    if (length < handedOverBytes) return Buffer.from(chunk);
    this.#buffer = Buffer.allocUnsafeSlow(bufferBytes);
    return chunk;
  }
}

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
