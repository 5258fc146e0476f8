import type { Socket } from "node:net";
import { type ResponseEvents, type ResponseHead, ResponseParser } from "./response-parser.ts";

/** Hears what becomes of one request. Last comes `onEnd` or `onBroken`, never both. */
export interface ExchangeEvents extends ResponseEvents {
  /** No more will come: the connection ended (no cause), failed, or carried something that is not HTTP. */
  onBroken(cause: Error | undefined): void;
}

/** Owns sockets. Told of a socket's end once. */
export interface SocketOwner {
  onIdle(socket: ServerSocket): void;
  onClosed(socket: ServerSocket): void;
}

/** An answer that breaks the rules of HTTP. */
export class MalformedResponse extends Error {
  override readonly name: string = "MalformedResponse";
}

/** A connection to the server, for one request at a time. While idle it does not keep the process alive. */
export class ServerSocket implements ResponseEvents {
  /** Whether it was used or idle before: the server may have closed it meanwhile. */
  isReused = false;
  /** Whether it carries a stream, which may last for hours. */
  isStream = false;
  idleSinceMs = 0;
  readonly #socket: Socket;
  readonly #owner: SocketOwner;
  readonly #parser: ResponseParser;
  #exchange: ExchangeEvents | undefined;
  #hasEnded = false;
  #error: Error | undefined;

  constructor(socket: Socket, owner: SocketOwner) {
    this.#socket = socket;
    this.#owner = owner;
    this.#parser = new ResponseParser(this);
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("end", () => this.#finish());
    socket.on("error", (error) => {
      this.#error = error;
    });
    socket.on("close", () => this.#close());
  }

  get isUsable(): boolean {
    return !this.#socket.destroyed && this.#socket.readyState === "open";
  }

  /** Sends a request whose answer goes to `exchange`. */
  start(method: string, text: string, exchange: ExchangeEvents): void {
    this.#exchange = exchange;
    this.#parser.begin(method);
    if (this.#socket.destroyed) {
      queueMicrotask(() => this.#break(this.#error));
      return;
    }
    this.#socket.ref();
    this.#socket.resume();
    this.#socket.write(text);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Closes at once. An exchange under way hears nothing more. */
  destroy(): void {
    this.#exchange = undefined;
    this.#parser.stop();
    this.#socket.destroy();
  }

  /** Waits for the next request. */
  rest(nowMs: number): void {
    this.isReused = true;
    this.isStream = false;
    this.idleSinceMs = nowMs;
    this.#socket.unref();
  }

  onHead(head: ResponseHead): void {
    this.#exchange?.onHead(head);
  }

  onData(chunk: Buffer): void {
    this.#exchange?.onData(chunk);
  }

  onEnd(): void {
    this.#hasEnded = true;
  }

  #receive(chunk: Buffer): void {
    try {
      this.#parser.feed(chunk);
    } catch (error) {
      const cause = new MalformedResponse(error instanceof Error ? error.message : String(error));
      if (this.#hasEnded) this.#complete();
      else this.#break(cause);
      this.destroy();
      return;
    }
    if (this.#hasEnded) this.#complete();
  }

  /** Not before all received bytes were looked at: surplus ones must not become the next request's answer. */
  #complete(): void {
    this.#hasEnded = false;
    const exchange = this.#exchange;
    this.#exchange = undefined;
    // The last bytes may have filled the queue of a slow reader, who has no say any more.
    this.#socket.resume();
    // A server that answered before it had the whole request will not read the rest.
    if (this.#parser.isPersistent && this.#socket.writableLength === 0 && this.isUsable) this.#owner.onIdle(this);
    else this.destroy();
    exchange?.onEnd();
  }

  #finish(): void {
    if (this.#parser.finish() && this.#hasEnded) this.#complete();
    // Nothing more comes. It does not always close by itself: not while it holds bytes that the other end does not take.
    this.#socket.destroy();
  }

  #break(cause: Error | undefined): void {
    const exchange = this.#exchange;
    this.#exchange = undefined;
    exchange?.onBroken(cause);
  }

  #close(): void {
    this.#owner.onClosed(this);
    this.#break(this.#error);
  }
}
