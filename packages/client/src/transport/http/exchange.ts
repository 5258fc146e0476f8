import { ClientError } from "../../errors.ts";
import type { ApiRequest, ApiResponse } from "../transport.ts";
import type { Cancellation } from "./cancellation.ts";
import { type BodySource, ReceivedBody } from "./response-body.ts";
import type { ResponseHead } from "./response-parser.ts";
import { type ExchangeEvents, MalformedResponse, type ServerSocket } from "./server-socket.ts";

/** A reused connection that ended before the first byte of an answer: the server may never have seen the request. */
export class StaleConnection extends Error {
  override readonly name: string = "StaleConnection";
}

/** One request on one socket, and its answer. */
export class Exchange implements ExchangeEvents, BodySource {
  /** The answer, once its head arrived. */
  readonly response: Promise<ApiResponse>;
  readonly #request: ApiRequest;
  readonly #doing: string;
  readonly #socket: ServerSocket;
  readonly #cancellation: Cancellation;
  readonly #describeFailure: (cause: Error | undefined) => Error;
  #resolve!: (response: ApiResponse) => void;
  #reject!: (reason: unknown) => void;
  #head: ResponseHead | undefined;
  #body: ReceivedBody | undefined;
  #receivedBytes = 0;
  /** Whether all of the answer is there: the socket is another's from then on. */
  #hasEnded = false;

  /** Sends `text` at once. `describeFailure` makes the error for a connection that broke before the answer. */
  constructor(options: {
    readonly request: ApiRequest;
    readonly doing: string;
    readonly text: string;
    readonly socket: ServerSocket;
    readonly cancellation: Cancellation;
    readonly describeFailure: (cause: Error | undefined) => Error;
  }) {
    this.#request = options.request;
    this.#doing = options.doing;
    this.#socket = options.socket;
    this.#cancellation = options.cancellation;
    this.#describeFailure = options.describeFailure;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#cancellation.onCancel = (reason) => this.#abandon(reason);
    this.#socket.start(options.request.method, options.text, this);
  }

  onHead(head: ResponseHead): void {
    const isStream = this.#request.isStream === true;
    const encoding = head.headers.get("content-encoding")?.join(", ").toLowerCase() ?? "identity";
    if (encoding !== "identity" && (encoding !== "gzip" || isStream)) {
      this.#abandon(
        new ClientError(
          "UNEXPECTED_RESPONSE",
          `${this.#doing}: the answer is compressed as ${JSON.stringify(encoding)}, which was not asked for: is there a proxy between?`,
        ),
      );
      return;
    }
    this.#head = head;
    this.#body = new ReceivedBody(this, { doing: this.#doing, isStream, isGzip: encoding === "gzip" });
    // An error is read as a whole, and so within the deadline.
    if (isStream && head.status >= 200 && head.status <= 299) this.#cancellation.endDeadline();
    this.#resolve({ status: head.status, headers: head.headers, body: this.#body });
  }

  onData(chunk: Buffer): void {
    this.#receivedBytes += chunk.length;
    this.#body?.push(chunk);
  }

  onEnd(): void {
    this.#hasEnded = true;
    this.#body?.end(() => this.#cancellation.dispose());
  }

  onBroken(cause: Error | undefined): void {
    if (this.#body !== undefined) {
      this.#cancellation.dispose();
      this.#body.fail(this.#truncated(cause));
    } else if (cause instanceof MalformedResponse) {
      this.#reject(
        new ClientError(
          "UNEXPECTED_RESPONSE",
          `${this.#doing}: the server does not answer with HTTP (got ${cause.message}): is the address, with http or https, that of an API server?`,
          { cause },
        ),
      );
    } else if (this.#socket.isReused) {
      this.#reject(
        new StaleConnection("the connection ended before the answer", { cause: this.#describeFailure(cause) }),
      );
    } else {
      this.#reject(this.#describeFailure(cause));
    }
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  cancel(): void {
    this.#cancellation.dispose();
    if (!this.#hasEnded) this.#socket.destroy();
  }

  #abandon(reason: unknown): void {
    this.cancel();
    this.#reject(reason);
    this.#body?.abort(reason);
  }

  #truncated(cause: Error | undefined): ClientError {
    const expected = this.#head?.contentLength;
    const size =
      expected === undefined ? `${this.#receivedBytes} bytes` : `${this.#receivedBytes} of ${expected} bytes`;
    const cutOff = `${this.#doing}: the answer is cut off after ${size}`;
    if (cause instanceof MalformedResponse) {
      const why = `the rest is not HTTP (got ${cause.message})`;
      return new ClientError("UNEXPECTED_RESPONSE", `${cutOff}: ${why}`, { cause });
    }
    const why = `the server or a proxy closed the connection${cause === undefined ? "" : ` (${cause.message})`}`;
    return new ClientError("CONNECTION_LOST", `${cutOff}: ${why}`, { cause });
  }
}
