import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";

/** A frame of HTTP/2 as it was received. */
export interface ReceivedFrame {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  readonly payload: Buffer;
}

export const [DATA, HEADERS, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION] = [
  0, 1, 3, 4, 5, 6, 7, 8, 9,
] as const;

export function frame(type: number, flags: number, streamId: number, payload: Buffer | string = ""): Buffer {
  const bytes = Buffer.from(payload as string, "latin1");
  const head = Buffer.alloc(9);
  head.writeUIntBE(bytes.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, bytes]);
}

export function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}

/** `:status 200`, as an index. */
export const ok = "\x88";

/** The server's end of an HTTP/2 connection, frame by frame, for answers that no library would send. */
export class Http2Peer {
  readonly socket: Socket;
  readonly frames: ReceivedFrame[] = [];
  readonly #waiting = new Set<() => void>();
  #bytes: Buffer = Buffer.alloc(0);
  #isGreeted = false;

  constructor(socket: TLSSocket) {
    this.socket = socket;
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
  }

  send(...frames: readonly Buffer[]): void {
    this.socket.write(Buffer.concat(frames));
  }

  /** The first frame of a type, or a later one, once it has come. Never, when the connection closes before. */
  async received(type: number, number = 1): Promise<ReceivedFrame> {
    for (;;) {
      const found = this.frames.filter((each) => each.type === type)[number - 1];
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  #receive(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    if (!this.#isGreeted) {
      if (this.#bytes.length < 24) return;
      this.#bytes = this.#bytes.subarray(24);
      this.#isGreeted = true;
    }
    while (this.#bytes.length >= 9) {
      const end = 9 + this.#bytes.readUIntBE(0, 3);
      if (this.#bytes.length < end) break;
      const [type, flags] = [this.#bytes[3]!, this.#bytes[4]!];
      this.frames.push({ type, flags, streamId: this.#bytes.readUInt32BE(5), payload: this.#bytes.subarray(9, end) });
      this.#bytes = this.#bytes.subarray(end);
    }
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
