import type { Socket } from "node:net";
import type { OutgoingRequest } from "../http/outgoing-request.ts";
import {
  type ConnectionOwner,
  type ExchangeEvents,
  MalformedResponse,
  type RequestChannel,
  type ResponseEvents,
  type ResponseHead,
  type ServerConnection,
} from "../http/server-connection.ts";
import { receiveFrom } from "../socket/incoming-bytes.ts";
import { requestText } from "./request-text.ts";
import { ResponseParser } from "./response-parser.ts";

/** A connection on which HTTP/1.1 is spoken, for one request at a time. */
export class Http1Connection implements ServerConnection, RequestChannel, ResponseEvents {
  readonly isShared = false;
  isReused = false;
  idleSinceMs = 0;
  readonly #socket: Socket;
  readonly #owner: ConnectionOwner;
  readonly #parser: ResponseParser;
  #isTaken = false;
  #isStream = false;
  #exchange: ExchangeEvents | undefined;
  #hasEnded = false;
  #error: Error | undefined;

  constructor(socket: Socket, owner: ConnectionOwner) {
    this.#socket = socket;
    this.#owner = owner;
    this.#parser = new ResponseParser(this);
    socket.on("end", () => this.#finish());
    socket.on("error", (error) => {
      this.#error = error;
    });
    socket.on("close", () => this.#close());
    receiveFrom(socket, (chunk) => this.#receive(chunk));
  }

  get hasRoom(): boolean {
    return !this.#isTaken && this.#isUsable;
  }

  get isIdle(): boolean {
    return !this.#isTaken;
  }

  open(isStream: boolean): RequestChannel {
    this.#isTaken = true;
    this.#isStream = isStream;
    return this;
  }

  start(request: OutgoingRequest, exchange: ExchangeEvents): void {
    this.#exchange = exchange;
    this.#parser.begin(request.method);
    if (this.#socket.destroyed) {
      queueMicrotask(() => this.#break(this.#error));
      return;
    }
    this.#socket.ref();
    this.#socket.resume();
    this.#socket.write(requestText(request));
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  abandon(): void {
    if (this.#isTaken) this.destroy();
  }

  release(): void {
    this.#free();
  }

  destroy(): void {
    this.#exchange = undefined;
    this.#parser.stop();
    this.#socket.destroy();
    this.#free();
  }

  rest(): void {
    this.isReused = true;
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

  get #isUsable(): boolean {
    return !this.#socket.destroyed && this.#socket.readyState === "open";
  }

  #receive(chunk: Buffer): void {
    try {
      this.#parser.feed(chunk);
    } catch (error) {
      const cause = new MalformedResponse(error instanceof Error ? error.message : String(error));
      // Nobody else gets it.
      this.#parser.stop();
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
    if (this.#parser.isPersistent && this.#socket.writableLength === 0 && this.#isUsable) this.#free();
    else this.destroy();
    exchange?.onEnd();
  }

  #finish(): void {
    if (this.#parser.finish() && this.#hasEnded) this.#complete();
    // Nothing more comes. It does not always close by itself: not while it holds bytes that the other end does not take.
    this.#socket.destroy();
  }

  #free(): void {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    this.isReused = true;
    this.#owner.onFreed(this, this.#isStream);
  }

  #break(cause: Error | undefined): void {
    const exchange = this.#exchange;
    this.#exchange = undefined;
    exchange?.onBroken(cause);
  }

  #close(): void {
    this.#owner.onClosed(this);
    this.#break(this.#error);
    this.#free();
  }
}
