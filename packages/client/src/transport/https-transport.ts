import type { Socket } from "node:net";
import type { Clock } from "@kubewright/api";
import type { ClientCertificate, Presentation } from "../credential/credential.ts";
import { ClientError } from "../errors.ts";
import { systemClock } from "../host.ts";
import type { Connection } from "./connection.ts";
import { Cancellation } from "./http/cancellation.ts";
import { connectionFailure } from "./http/connection-failure.ts";
import { ConnectionPool } from "./http/connection-pool.ts";
import { TunnelRefused } from "./http/dial.ts";
import { Exchange, StaleConnection } from "./http/exchange.ts";
import { RequestComposer } from "./http/outgoing-request.ts";
import { Route } from "./http/route.ts";
import {
  type ConnectionOwner,
  type RequestChannel,
  type ServerConnection,
  UnprocessedRequest,
} from "./http/server-connection.ts";
import { Http1Connection } from "./http1/http1-connection.ts";
import { Http2Connection } from "./http2/http2-connection.ts";
import { StreamLimit } from "./http2/stream-limit.ts";
import { pathWithoutQuery } from "./path-without-query.ts";
import { isSameMaterial, type TlsMaterial } from "./socket/tls-context.ts";
import type { ApiRequest, ApiResponse, Transport } from "./transport.ts";

export interface HttpsTransportOptions {
  /** Requests under way at once; more wait. Streams do not count. @default 100 */
  readonly maxConnections?: number;
  /** How long a connection may take to be made, the TLS handshake included. @default 30_000 */
  readonly connectTimeoutMs?: number;
  /** Whether requests share a connection over HTTP/2 where the server speaks it. @default true */
  readonly http2?: boolean;
  /** @default the host's clock */
  readonly clock?: Clock;
}

/** How often a request is sent that the server says it has not looked at, or that may be sent again without harm. */
const maxTries = 5;

/** The connections made with the same certificates. */
interface Generation {
  readonly material: TlsMaterial;
  readonly pool: ConnectionPool;
}

/**
 * Carries requests to an API server over HTTPS or HTTP: over HTTP/2 where the server chooses it in the TLS handshake, else over HTTP/1.1.
 *
 * Connections are kept and used again; idle ones do not keep the process alive. When the authority or the client
 * certificate changes, later requests go over new connections. A 401 is tried once more if the credential says so.
 */
export class HttpsTransport implements Transport, AsyncDisposable {
  readonly #connection: Connection;
  readonly #composer: RequestComposer;
  readonly #clock: Clock;
  readonly #maxConnections: number;
  readonly #route: Route;
  readonly #streamLimit = new StreamLimit();
  readonly #active = new Set<Cancellation>();
  readonly #retired = new Set<ConnectionPool>();
  /** The error for a connection that broke before an answer. */
  readonly #describeFailure = (cause: unknown, doing: string): ClientError =>
    connectionFailure(cause, this.#route.failureContext(doing, this.#generation?.material));
  #generation: Generation | undefined;
  #isClosed = false;

  constructor(connection: Connection, options: HttpsTransportOptions = {}) {
    this.#connection = connection;
    this.#clock = options.clock ?? systemClock;
    this.#maxConnections = options.maxConnections ?? 100;
    const { connectTimeoutMs = 30_000, http2 = true } = options;
    this.#route = new Route(connection, { clock: this.#clock, connectTimeoutMs, http2 });
    this.#composer = new RequestComposer(connection, this.#route.server);
  }

  async send(request: ApiRequest): Promise<ApiResponse> {
    const startedMs = this.#clock.monotonic();
    const { credential } = this.#connection;
    const [response, presentation] = await this.#attempt(request, request.timeoutMs);
    if (response.status !== 401 || !credential.reject(presentation)) return response;
    // A body that is no stream is taken in by itself, and its socket becomes free.
    if (request.isStream === true) response.body.cancel();
    const leftMs = request.timeoutMs && request.timeoutMs - (this.#clock.monotonic() - startedMs);
    const [second] = await this.#attempt(request, leftMs);
    return second;
  }

  /** Ends all requests under way with ClientError `CLOSED`, and closes every connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const cancellation of [...this.#active]) cancellation.cancel(closedError(this.#connection.server));
    this.#generation?.pool.close(closedError(this.#connection.server));
    for (const pool of this.#retired) pool.close(closedError(this.#connection.server));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #attempt(request: ApiRequest, timeoutMs: number | undefined): Promise<[ApiResponse, Presentation]> {
    const doing = this.#describe(request);
    const describeFailure = this.#describeFailure;
    this.#composer.check(request, doing);
    if (this.#isClosed) throw closedError(doing);
    const cancellation = new Cancellation(this.#active, request.signal);
    if (timeoutMs !== undefined && Number.isFinite(timeoutMs)) {
      cancellation.startDeadline(this.#clock, timeoutMs, () => timeoutError(doing, request.timeoutMs));
    }
    try {
      cancellation.throwIfCancelled();
      const presented = this.#connection.credential.present();
      const presentation = presented instanceof Promise ? await cancellation.race(presented) : presented;
      const outgoing = this.#composer.compose(request, presentation);
      for (let tries = 1; ; tries++) {
        cancellation.throwIfCancelled();
        const authority = this.#connection.certificateAuthority?.pem();
        const pem = authority instanceof Promise ? await cancellation.race(authority) : authority;
        if (this.#isClosed) throw closedError(doing);
        const pool = this.#poolFor(pem, presentation.certificate);
        const acquired = pool.acquire(request.isStream === true, cancellation);
        const channel = acquired instanceof Promise ? await this.#wait(acquired, doing, cancellation) : acquired;
        beforeSend(request, channel, cancellation);
        // No await from there to the connection's write: what beforeSend found is still so.
        const exchange = new Exchange({ request, doing, outgoing, channel, cancellation, describeFailure });
        try {
          const response = await exchange.response;
          if (response.status === 407 && this.#composer.isToProxy) throw this.#proxyRefusal(response, doing);
          return [response, presentation];
        } catch (error) {
          this.#throwUnlessRetried(error, request, tries, pool, doing);
        }
      }
    } catch (error) {
      cancellation.dispose();
      throw error;
    }
  }

  /** Throws what a request failed with, unless it can be sent again without harm. */
  #throwUnlessRetried(error: unknown, request: ApiRequest, tries: number, pool: ConnectionPool, doing: string): void {
    if (error instanceof UnprocessedRequest) {
      if (tries >= maxTries) throw this.#describeFailure(error, doing);
    } else if (error instanceof StaleConnection) {
      if (request.method !== "GET" || tries >= maxTries) throw error.cause;
      // Reading again is harmless, and the other idle connections are as old.
      pool.discardIdle();
    } else {
      throw error;
    }
  }

  #proxyRefusal(response: ApiResponse, doing: string): ClientError {
    response.body.cancel();
    return this.#describeFailure(new TunnelRefused(407, "Proxy Authentication Required"), doing);
  }

  async #wait(acquired: Promise<RequestChannel>, doing: string, cancellation: Cancellation): Promise<RequestChannel> {
    try {
      return await acquired;
    } catch (error) {
      cancellation.throwIfCancelled();
      throw error instanceof ClientError ? error : this.#describeFailure(error, doing);
    }
  }

  #poolFor(authority: string | undefined, certificate: ClientCertificate | undefined): ConnectionPool {
    const current = this.#generation;
    const material: TlsMaterial = { authority, certificate };
    if (current !== undefined && isSameMaterial(current.material, material)) return current.pool;
    const pool = new ConnectionPool({
      dial: this.#route.dialer(material),
      connectionOver: (socket, owner) => this.#connectionOver(socket, owner),
      mayShare: this.#route.mayShare,
      maxConnections: this.#maxConnections,
      clock: this.#clock,
    });
    if (current !== undefined) {
      current.pool.retire();
      for (const retired of this.#retired) if (retired.isEmpty) this.#retired.delete(retired);
      this.#retired.add(current.pool);
    }
    this.#generation = { material, pool };
    return pool;
  }

  #connectionOver(socket: Socket, owner: ConnectionOwner): ServerConnection {
    const isHttp2 = "alpnProtocol" in socket && socket.alpnProtocol === "h2";
    return isHttp2
      ? new Http2Connection(socket, owner, this.#clock, this.#streamLimit)
      : new Http1Connection(socket, owner);
  }

  #describe(request: ApiRequest): string {
    return `${request.method} ${this.#connection.server}${pathWithoutQuery(request.path)}`;
  }
}

/** Asks whether the request may still be sent. What says no is thrown, and the place is another's. */
function beforeSend(request: ApiRequest, channel: RequestChannel, cancellation: Cancellation): void {
  try {
    cancellation.throwIfCancelled();
    if (request.beforeSend === undefined) return;
    request.beforeSend();
    cancellation.throwIfCancelled();
  } catch (reason) {
    channel.release();
    throw reason;
  }
}

function timeoutError(doing: string, timeoutMs: number | undefined): ClientError {
  return new ClientError(
    "TIMEOUT",
    `${doing}: no complete answer within ${timeoutMs} ms: is the server overloaded or unreachable? timeoutMs sets the limit`,
  );
}

function closedError(doing: string): ClientError {
  return new ClientError("CLOSED", `${doing}: the client was closed`);
}
