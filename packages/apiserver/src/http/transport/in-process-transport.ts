import { setMaxListeners } from "node:events";
import type { Clock, Scheduled } from "@kubewright/api";
import type { Credentials } from "../../auth/user.ts";
import { nextTurn } from "../../host.ts";
import type { RequestHandler, ServerResponse } from "../exchange.ts";
import { InProcessBody } from "./in-process-body.ts";

/** A request, as clients in this process send it. */
export interface TransportRequest {
  readonly method: string;
  /** Path and query, escaped. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the exchange, the body included, whenever it aborts. */
  readonly signal?: AbortSignal;
  /** How long the whole exchange may take; for a stream, until the headers of a 2xx arrived. Absent: no limit. */
  readonly timeoutMs?: number;
  /** Whether the body is read as it comes. */
  readonly isStream?: boolean;
  /** Called just before the server gets the request. What it throws, `send` rejects with. */
  readonly beforeSend?: () => void;
}

/** An answer whose headers have arrived. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: InProcessBody;
}

/** Why there was no answer, or not all of it. The codes are those of errors of `@kubewright/client`. */
export type TransportFailureCode = "CONNECTION_FAILED" | "CONNECTION_LOST" | "TIMEOUT" | "CLOSED" | "INVALID_ARGUMENT";

/** What requests say they come from when they do not say it: its first word is who owns what they write. */
const defaultUserAgent = "kubewright";

/** How many requests are made in one turn of the event loop. */
const requestsInTurn = 32;

/** Makes the error for a request that was not answered. */
export type TransportFailure = (code: TransportFailureCode, message: string) => Error;

export interface InProcessTransportOptions {
  readonly handle: RequestHandler;
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly failure: TransportFailure;
  /** Whether objects that a watch tells of have parts that are the server's own. @default false */
  readonly sharesObjects?: boolean;
  /** Called when it is closed. */
  onClose?(): void;
}

/**
 * Carries requests to a server in this process: the same bytes as over a socket, without one. Who reads values in place of JSON gets what
 * the bytes would say, without there being any.
 *
 * Answers take no turn of the event loop, but requests wait for the next one from time to time: who asks without end leaves the process
 * time for sockets and timers. Is a `Transport` of `@kubewright/client`.
 */
export class InProcessTransport implements AsyncDisposable {
  readonly #options: InProcessTransportOptions;
  readonly #open = new Set<Exchange>();
  #isClosed = false;
  #requests = 0;
  /** What all requests wait for, so that they reach the server in the order in which they were sent. */
  #turn: Promise<void> | undefined;

  constructor(options: InProcessTransportOptions) {
    this.#options = options;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const doing = `${request.method} ${request.path.split("?", 1)[0]}`;
    this.#check(request, doing);
    if (++this.#requests % requestsInTurn === 0) this.#turn ??= this.#nextTurn();
    if (this.#turn !== undefined) {
      await this.#turn;
      this.#check(request, doing);
    }
    request.beforeSend?.();
    const exchange = new Exchange(request, doing, this.#options, () => this.#open.delete(exchange));
    this.#open.add(exchange);
    return exchange.response;
  }

  /** Ends open exchanges. They, and later ones, fail with `CLOSED`. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#options.onClose?.();
    for (const exchange of [...this.#open]) {
      exchange.fail(this.#options.failure("CLOSED", "the client was closed"));
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #check({ signal }: TransportRequest, doing: string): void {
    signal?.throwIfAborted();
    if (this.#isClosed) throw this.#options.failure("CLOSED", `${doing}: the client was closed`);
  }

  async #nextTurn(): Promise<void> {
    await nextTurn();
    this.#turn = undefined;
  }
}

/** One request and its answer. Ends when the body has been read, or with the first failure. */
class Exchange {
  readonly response: Promise<TransportResponse>;
  readonly #request: TransportRequest;
  readonly #doing: string;
  readonly #options: InProcessTransportOptions;
  readonly #onEnd: () => void;
  readonly #client = new AbortController();
  readonly #deadline: Scheduled | undefined;
  #reject!: (reason: unknown) => void;
  #body: InProcessBody | undefined;

  constructor(request: TransportRequest, doing: string, options: InProcessTransportOptions, onEnd: () => void) {
    this.#request = request;
    this.#doing = doing;
    this.#options = options;
    this.#onEnd = onEnd;
    if (request.signal !== undefined) {
      // One signal may end any number of requests; Node would take more than ten for a leak, and say so.
      setMaxListeners(0, request.signal);
      request.signal.addEventListener("abort", this.#onAbort);
    }
    const { timeoutMs } = request;
    if (timeoutMs !== undefined && Number.isFinite(timeoutMs)) {
      this.#deadline = options.clock.schedule(timeoutMs, () => this.fail(this.#timeout()));
    }
    this.response = new Promise((resolve, reject) => {
      this.#reject = reject;
      this.#ask().then(
        (response) => this.#answer(response, resolve),
        (error: unknown) => this.fail(error),
      );
    });
  }

  /** Ends the exchange, whatever it waits for. */
  fail(reason: unknown): void {
    this.#reject(reason);
    this.#body?.fail(reason);
    this.#end();
    this.#client.abort(reason);
  }

  #ask(): Promise<ServerResponse> {
    const { method, path, headers = {}, body = "" } = this.#request;
    return this.#options.handle({
      method,
      target: path,
      headers: { "user-agent": defaultUserAgent, ...headers },
      body: async () => Buffer.from(body),
      credentials: withAuthorization(this.#options.credentials, headers.authorization),
      signal: this.#client.signal,
    });
  }

  #answer({ status, headers, body, isLost }: ServerResponse, resolve: (response: TransportResponse) => void): void {
    if (isLost === true) {
      const problem = "the connection ended before the answer came";
      this.fail(this.#options.failure("CONNECTION_FAILED", `${this.#doing}: ${problem}`));
      return;
    }
    const isStream = this.#request.isStream === true;
    if (isStream && status >= 200 && status < 300) this.#deadline?.cancel();
    const lists = Object.entries(headers).map(([name, value]) => {
      return [name, typeof value === "string" ? [value] : value] as const;
    });
    this.#body = new InProcessBody(body, {
      sharesObjects: this.#options.sharesObjects ?? false,
      failure: (code, problem) => this.#options.failure(code, `${this.#doing}: ${problem}`),
      onEnd: () => this.#end(),
      onCancel: () => this.#client.abort(),
    });
    if (this.#client.signal.aborted) this.#body.cancel();
    resolve({ status, headers: new Map(lists), body: this.#body });
  }

  #end(): void {
    this.#request.signal?.removeEventListener("abort", this.#onAbort);
    this.#deadline?.cancel();
    this.#onEnd();
  }

  readonly #onAbort = (): void => this.fail(this.#request.signal?.reason);

  #timeout(): Error {
    const { timeoutMs } = this.#request;
    return this.#options.failure(
      "TIMEOUT",
      `${this.#doing}: no complete answer within ${timeoutMs} ms; timeoutMs sets the limit`,
    );
  }
}

function withAuthorization(credentials: Credentials, authorization: string | undefined): Credentials {
  return authorization === undefined ? credentials : { ...credentials, authorization };
}
