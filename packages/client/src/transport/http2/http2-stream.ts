import type { OutgoingRequest } from "../http/outgoing-request.ts";
import {
  type ExchangeEvents,
  MalformedResponse,
  type RequestChannel,
  RequestReset,
  type ResponseHead,
  UnprocessedRequest,
} from "../http/server-connection.ts";
import { type ErrorName, errorCode, errorName, maxWindow, ProtocolViolation } from "./frame.ts";
import type { HeaderField } from "./hpack/header-field.ts";
import { responseHead } from "./response-head.ts";

/** What the server may send of one answer before its reader asks for more. */
export const streamWindow: number = 4 * 1024 * 1024;

/** The connection, as its streams see it. */
export interface StreamHost {
  /** Gives the stream its number and sends the request. */
  send(stream: Http2Stream, request: OutgoingRequest): void;
  /** Lets the server send so much more. */
  grant(stream: Http2Stream, bytes: number): void;
  /** Sends as much of the stream's unsent body as the windows allow. */
  sendBody(stream: Http2Stream): void;
  /** The stream is over. With an error, the server is told. */
  close(stream: Http2Stream, error: ErrorName | undefined): void;
}

/** One request on an HTTP/2 connection, and its answer. */
export class Http2Stream implements RequestChannel {
  readonly isReused: boolean;
  /** Whether it carries a stream of events or lines, which may last for hours. */
  readonly isStream: boolean;
  /** 0 before it is sent. */
  id = 0;
  /** What may be sent of the body. Negative after the server lowered it. */
  sendWindow = 0;
  /** What the windows did not allow to be sent yet. */
  unsent: Buffer | undefined;
  readonly #host: StreamHost;
  #exchange: ExchangeEvents | undefined;
  /** To HEAD, a server says how long the body would be that it does not send. */
  #isHead = false;
  #hasHead = false;
  #isClosed = false;
  #isPaused = false;
  #contentLength: number | undefined;
  #receivedBytes = 0;
  /** What came and was not granted anew. */
  #ungranted = 0;

  constructor(host: StreamHost, isStream: boolean, isReused: boolean) {
    this.#host = host;
    this.isStream = isStream;
    this.isReused = isReused;
  }

  start(request: OutgoingRequest, exchange: ExchangeEvents): void {
    this.#exchange = exchange;
    this.#isHead = request.method === "HEAD";
    this.#host.send(this, request);
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#grant();
  }

  abandon(): void {
    this.#exchange = undefined;
    this.#close("CANCEL");
  }

  release(): void {
    this.#close(undefined);
  }

  /** The headers of an answer, or what follows its body. */
  onHeaders(fields: readonly HeaderField[], isEnd: boolean): void {
    try {
      if (!this.#hasHead) this.#acceptHead(responseHead(fields), isEnd);
      else if (!isEnd) throw new Error("headers within a body");
    } catch (error) {
      this.#refuse(error instanceof Error ? error.message : String(error));
      return;
    }
    if (isEnd) this.#end();
  }

  onData(part: Buffer, flowBytes: number, isEnd: boolean): void {
    this.#receivedBytes += part.length;
    this.#ungranted += flowBytes;
    if (this.#ungranted > streamWindow) {
      throw new ProtocolViolation("FLOW_CONTROL_ERROR", "more data than the window of a stream allows");
    }
    if (!this.#hasHead) {
      this.#refuse("data before the headers of an answer");
    } else if (this.#contentLength !== undefined && this.#receivedBytes > this.#contentLength) {
      this.#refuse(`more data than the content-length ${this.#contentLength}`);
    } else {
      if (part.length > 0) this.#exchange?.onData(part);
      if (isEnd) this.#end();
      else this.#grant();
    }
  }

  onReset(code: number): void {
    const message = `the server reset the request (${errorName(code)})`;
    this.break(code === errorCode("REFUSED_STREAM") ? new UnprocessedRequest(message) : new RequestReset(message));
  }

  onWindow(increment: number): void {
    this.sendWindow += increment;
    if (this.sendWindow > maxWindow) {
      this.break(new MalformedResponse("a window of more than 2^31-1 bytes", "HTTP/2"), "FLOW_CONTROL_ERROR");
    } else if (this.unsent !== undefined) {
      this.#host.sendBody(this);
    }
  }

  /** Ends it without an answer, or in the middle of one. */
  break(cause: Error | undefined, error?: ErrorName): void {
    const exchange = this.#exchange;
    this.#exchange = undefined;
    this.#close(error);
    exchange?.onBroken(cause);
  }

  #acceptHead(head: ResponseHead, isEnd: boolean): void {
    if (head.status === 101) throw new Error("a switch of protocols that nobody asked for");
    if (head.status < 200) {
      // 100 and 103 announce the answer proper.
      if (isEnd) throw new Error(`no answer after the status ${head.status}`);
      return;
    }
    const hasNoBody = this.#isHead || head.status === 204 || head.status === 304;
    this.#contentLength = hasNoBody ? undefined : head.contentLength;
    this.#hasHead = true;
    this.#exchange?.onHead(head);
  }

  #end(): void {
    const expected = this.#contentLength;
    if (expected !== undefined && this.#receivedBytes !== expected) {
      this.#refuse(`the end of the data, where the content-length is ${expected}`);
      return;
    }
    const exchange = this.#exchange;
    this.#exchange = undefined;
    // A server that answered before it had the whole request does not want the rest.
    this.#close(this.unsent === undefined ? undefined : "CANCEL");
    exchange?.onEnd();
  }

  #refuse(what: string): void {
    this.break(new MalformedResponse(what, "HTTP/2"), "PROTOCOL_ERROR");
  }

  /** Half a window at a time: an answer that fits into it costs no frame. */
  #grant(): void {
    if (this.#isPaused || this.#isClosed || this.#ungranted < streamWindow / 2) return;
    const bytes = this.#ungranted;
    this.#ungranted = 0;
    this.#host.grant(this, bytes);
  }

  #close(error: ErrorName | undefined): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.unsent = undefined;
    this.#host.close(this, error);
  }
}
