import { ClientError } from "../../errors.ts";
import type { ApiRequest, ApiResponse } from "../transport.ts";
import type { Cancellation } from "./cancellation.ts";
import type { OutgoingRequest } from "./outgoing-request.ts";
import { type BodySource, ReceivedBody } from "./response-body.ts";
import {
  type ExchangeEvents,
  MalformedResponse,
  type RequestChannel,
  RequestReset,
  type ResponseHead,
  UnprocessedRequest,
} from "./server-connection.ts";

/** A reused connection that ended before the first byte of an answer: the server may never have seen the request. */
export class StaleConnection extends Error {
  override readonly name: string = "StaleConnection";
}

/** One request on one connection, and its answer. */
export class Exchange implements ExchangeEvents, BodySource {
  /** The answer, once its head arrived. */
  readonly response: Promise<ApiResponse>;
  readonly #request: ApiRequest;
  readonly #doing: string;
  readonly #channel: RequestChannel;
  readonly #cancellation: Cancellation;
  readonly #describeFailure: (cause: Error | undefined, doing: string) => Error;
  #resolve!: (response: ApiResponse) => void;
  #reject!: (reason: unknown) => void;
  #head: ResponseHead | undefined;
  #body: ReceivedBody | undefined;
  #receivedBytes = 0;
  /** Whether all of the answer is there: its place is another's from then on. */
  #hasEnded = false;

  /** Sends `outgoing` at once. `describeFailure` makes the error for a connection that broke before the answer. */
  constructor(options: {
    readonly request: ApiRequest;
    readonly doing: string;
    readonly outgoing: OutgoingRequest;
    readonly channel: RequestChannel;
    readonly cancellation: Cancellation;
    readonly describeFailure: (cause: Error | undefined, doing: string) => Error;
  }) {
    this.#request = options.request;
    this.#doing = options.doing;
    this.#channel = options.channel;
    this.#cancellation = options.cancellation;
    this.#describeFailure = options.describeFailure;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#cancellation.onCancel = (reason) => this.#abandon(reason);
    this.#channel.start(options.outgoing, this);
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
    } else if (cause instanceof UnprocessedRequest) {
      this.#reject(cause);
    } else if (cause instanceof MalformedResponse) {
      this.#reject(this.#malformed(cause));
    } else if (this.#channel.isReused && !(cause instanceof RequestReset)) {
      this.#reject(
        new StaleConnection("the connection ended before the answer", {
          cause: this.#describeFailure(cause, this.#doing),
        }),
      );
    } else {
      this.#reject(this.#describeFailure(cause, this.#doing));
    }
  }

  pause(): void {
    this.#channel.pause();
  }

  resume(): void {
    this.#channel.resume();
  }

  cancel(): void {
    this.#cancellation.dispose();
    if (!this.#hasEnded) this.#channel.abandon();
  }

  #abandon(reason: unknown): void {
    this.cancel();
    this.#reject(reason);
    this.#body?.abort(reason);
  }

  #malformed(cause: MalformedResponse): ClientError {
    const advice =
      cause.protocol === "HTTP"
        ? "is the address, with http or https, that of an API server?"
        : "is there a proxy between? http2: false makes the client speak HTTP/1.1";
    const message = `the server does not answer with ${cause.protocol} (got ${cause.message}): ${advice}`;
    return new ClientError("UNEXPECTED_RESPONSE", `${this.#doing}: ${message}`, { cause });
  }

  #truncated(cause: Error | undefined): ClientError {
    const expected = this.#head?.contentLength;
    const size =
      expected === undefined ? `${this.#receivedBytes} bytes` : `${this.#receivedBytes} of ${expected} bytes`;
    const cutOff = `${this.#doing}: the answer is cut off after ${size}`;
    if (cause instanceof MalformedResponse) {
      const why = `the rest is not ${cause.protocol} (got ${cause.message})`;
      return new ClientError("UNEXPECTED_RESPONSE", `${cutOff}: ${why}`, { cause });
    }
    const why = `the server or a proxy closed the connection${cause === undefined ? "" : ` (${cause.message})`}`;
    return new ClientError("CONNECTION_LOST", `${cutOff}: ${why}`, { cause });
  }
}
