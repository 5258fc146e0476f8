import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";

/** Where a server is, and the certificate of someone who may do everything. */
export interface RawAddress {
  readonly url: string;
  readonly certificateAuthority: string;
  readonly client: { readonly cert: string; readonly key: string };
}

/** An answer as it came, the chunks of its body put together. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** A connection on which anything can be sent, also what no client would. */
export class RawConnection implements Disposable {
  readonly socket: TLSSocket;
  #received: Buffer[] = [];
  #length = 0;
  #isEnded = false;
  #wake: () => void = () => {};

  private constructor(socket: TLSSocket) {
    this.socket = socket;
    socket.on("data", (piece: Buffer) => {
      this.#received.push(piece);
      this.#length += piece.length;
      this.#wake();
    });
    const end = (): void => {
      this.#isEnded = true;
      this.#wake();
    };
    socket.on("end", end);
    socket.on("close", end);
    socket.on("error", end);
  }

  static async open({ url, certificateAuthority, client }: RawAddress): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), ca: certificateAuthority, ...client });
    const connection = new RawConnection(socket);
    await once(socket, "secureConnect");
    return connection;
  }

  send(bytes: Buffer | string): void {
    this.socket.write(bytes);
  }

  /** The next answer; undefined when the connection ended before there was one. */
  async answer(method = "GET"): Promise<RawAnswer | undefined> {
    const head = await this.#take((bytes) => {
      const end = bytes.indexOf("\r\n\r\n");
      return end === -1 ? undefined : end + 4;
    });
    if (head === undefined) return undefined;
    const [first = "", ...lines] = head.toString("latin1").trimEnd().split("\r\n");
    const headers = new Map(
      lines.map((line) => [line.split(":", 1)[0]!.toLowerCase(), line.replace(/^[^:]*:\s*/, "")]),
    );
    const status = Number(first.split(" ")[1]);
    if (status === 100) return this.answer(method);
    const body = method === "HEAD" || status === 304 ? Buffer.alloc(0) : await this.#body(headers);
    return body && { status, headers, body };
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }

  async #body(headers: ReadonlyMap<string, string>): Promise<Buffer | undefined> {
    const length = headers.get("content-length");
    if (length !== undefined) return await this.#exactly(Number(length));
    if (headers.get("transfer-encoding") !== "chunked") return await this.#rest();
    const chunks: Buffer[] = [];
    for (;;) {
      const line = await this.#take((bytes) => {
        const end = bytes.indexOf("\r\n");
        return end === -1 ? undefined : end + 2;
      });
      if (line === undefined) return undefined;
      const size = Number.parseInt(line.toString("latin1"), 16);
      const chunk = await this.#exactly(size + 2);
      if (chunk === undefined) return undefined;
      if (size === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, size));
    }
  }

  /** As many of the next bytes as `measure` says, when there are enough. */
  async #take(measure: (bytes: Buffer) => number | undefined): Promise<Buffer | undefined> {
    for (;;) {
      const bytes = this.#received.length === 1 ? this.#received[0]! : Buffer.concat(this.#received, this.#length);
      const count = measure(bytes);
      if (count !== undefined) {
        this.#received = [bytes.subarray(count)];
        this.#length = bytes.length - count;
        return bytes.subarray(0, count);
      }
      this.#received = [bytes];
      if (this.#isEnded) return undefined;
      await this.#more();
    }
  }

  async #exactly(count: number): Promise<Buffer | undefined> {
    // Put together once: a long answer comes in very many pieces.
    while (this.#length < count && !this.#isEnded) await this.#more();
    return await this.#take((bytes) => (bytes.length < count ? undefined : count));
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async #rest(): Promise<Buffer> {
    while (!this.#isEnded) await this.#more();
    return Buffer.concat(this.#received, this.#length);
  }
}
