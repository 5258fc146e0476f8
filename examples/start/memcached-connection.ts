import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface OpenOptions {
  /** How long to try, and how long to wait for an answer. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** One connection to a memcached, for a request at a time. */
export class MemcachedConnection implements AsyncDisposable {
  readonly #socket: Socket;
  readonly #lines: AsyncIterator<string>;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#lines = linesOf(socket);
  }

  /** Tries until someone listens there. */
  static async open(host: string, port: number, options: OpenOptions): Promise<MemcachedConnection> {
    const { timeoutMs, signal } = options;
    for (const deadline = performance.now() + timeoutMs; ; await sleep(50, undefined, { signal })) {
      const socket = connect({ host, port });
      try {
        await once(socket, "connect", { signal });
        socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer from ${host}:${port}`)));
        return new MemcachedConnection(socket);
      } catch (error) {
        socket.destroy();
        if (signal.aborted || performance.now() > deadline) throw error;
      }
    }
  }

  async set(key: string, value: string): Promise<void> {
    this.#socket.write(`set ${key} 0 0 ${Buffer.byteLength(value)}\r\n${value}\r\n`);
    const answer = await this.#line();
    if (answer !== "STORED") throw new Error(`memcached answered "${answer}" to "set ${key}"`);
  }

  /** The value of a key; undefined if there is none. */
  async get(key: string): Promise<string | undefined> {
    this.#socket.write(`get ${key}\r\n`);
    let value: string | undefined;
    for (let line = await this.#line(); line !== "END"; line = await this.#line()) {
      if (!line.startsWith("VALUE ")) throw new Error(`memcached answered "${line}" to "get ${key}"`);
      value = await this.#line();
    }
    return value;
  }

  async stats(): Promise<Record<string, string>> {
    this.#socket.write("stats\r\n");
    const stats: Record<string, string> = {};
    for (let line = await this.#line(); line !== "END"; line = await this.#line()) {
      const [, name = "", value = ""] = /^STAT (\S+) (.*)$/.exec(line) ?? [];
      stats[name] = value;
    }
    return stats;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy();
  }

  async #line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error("memcached closed the connection");
    return value;
  }
}

async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of socket.setEncoding("utf8")) {
    const lines = `${rest}${piece}`.split("\r\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
