import type { Clock } from "@kubewright/api";
import type { Presentation } from "../credential/credential.ts";
import { ClientError } from "../errors.ts";
import { systemClock } from "../host.ts";
import { onAbort } from "../on-abort.ts";
import type { Connection } from "./connection.ts";
import { Cancellation } from "./http/cancellation.ts";
import { connectionFailure } from "./http/connection-failure.ts";
import { TunnelRefused } from "./http/dial.ts";
import { Exchange, StaleConnection } from "./http/exchange.ts";
import { RequestWriter } from "./http/request-writer.ts";
import { Route } from "./http/route.ts";
import type { ServerSocket } from "./http/server-socket.ts";
import { SocketPool } from "./http/socket-pool.ts";
import { isSameMaterial, type TlsMaterial } from "./http/tls-context.ts";
import { pathWithoutQuery } from "./path-without-query.ts";
import type { ApiRequest, ApiResponse, Transport } from "./transport.ts";

export interface HttpsTransportOptions {
  /** Requests under way at once; more wait. Streams do not count. @default 100 */
  readonly maxConnections?: number;
  /** How long a connection may take to be made, the TLS handshake included. @default 30_000 */
  readonly connectTimeoutMs?: number;
  /** @default the host's clock */
  readonly clock?: Clock;
}

/** The connections made with the same certificates. */
interface Generation {
  readonly material: TlsMaterial;
  readonly pool: SocketPool;
}

/**
 * Carries requests to an API server over HTTP/1.1, with TLS or without.
 *
 * Connections are kept and used again; idle ones do not keep the process alive. When the authority or the client
 * certificate changes, later requests go over new connections. A 401 is tried once more if the credential says so.
 */
export class HttpsTransport implements Transport, AsyncDisposable {
  readonly #connection: Connection;
  readonly #writer: RequestWriter;
  readonly #clock: Clock;
  readonly #maxConnections: number;
  readonly #route: Route;
  readonly #active = new Set<Cancellation>();
  readonly #retired = new Set<SocketPool>();
  #generation: Generation | undefined;
  #isClosed = false;

  constructor(connection: Connection, options: HttpsTransportOptions = {}) {
    this.#connection = connection;
    this.#clock = options.clock ?? systemClock;
    this.#maxConnections = options.maxConnections ?? 100;
    this.#route = new Route(connection, { clock: this.#clock, connectTimeoutMs: options.connectTimeoutMs ?? 30_000 });
    this.#writer = new RequestWriter(connection, this.#route.server);
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
    this.#writer.check(request, doing);
    if (this.#isClosed) throw closedError(doing);
    const cancellation = this.#cancellation(request.signal);
    if (timeoutMs !== undefined && Number.isFinite(timeoutMs)) {
      cancellation.startDeadline(this.#clock, timeoutMs, () => timeoutError(doing, request.timeoutMs));
    }
    try {
      cancellation.throwIfCancelled();
      const presentation = await cancellation.race(this.#connection.credential.present());
      const response = await this.#exchange(request, doing, presentation, cancellation);
      if (response.status === 407 && this.#writer.isToProxy) {
        response.body.cancel();
        throw this.#failure(new TunnelRefused(407, "Proxy Authentication Required"), doing);
      }
      return [response, presentation];
    } catch (error) {
      cancellation.dispose();
      throw error;
    }
  }

  #cancellation(signal: AbortSignal | undefined): Cancellation {
    const cancellation = new Cancellation((self) => {
      this.#active.delete(self);
      forget();
    });
    this.#active.add(cancellation);
    const forget = onAbort(signal, (reason) => cancellation.cancel(reason));
    return cancellation;
  }

  async #exchange(
    request: ApiRequest,
    doing: string,
    presentation: Presentation,
    cancellation: Cancellation,
  ): Promise<ApiResponse> {
    const text = this.#writer.write(request, presentation);
    while (true) {
      const pool = await this.#poolFor(presentation, doing, cancellation);
      const socket = await this.#acquire(pool, request, doing, cancellation);
      try {
        cancellation.throwIfCancelled();
        request.beforeSend?.();
        cancellation.throwIfCancelled();
      } catch (reason) {
        pool.onIdle(socket);
        throw reason;
      }
      // No await from here to the socket's write: what beforeSend found is still so.
      const exchange = new Exchange({
        request,
        doing,
        text,
        socket,
        cancellation,
        describeFailure: (cause) => this.#failure(cause, doing),
      });
      try {
        return await exchange.response;
      } catch (error) {
        if (!(error instanceof StaleConnection)) throw error;
        if (request.method !== "GET") throw error.cause;
        // Reading again is harmless, and the other idle connections are as old.
        pool.discardIdle();
      }
    }
  }

  async #acquire(
    pool: SocketPool,
    request: ApiRequest,
    doing: string,
    cancellation: Cancellation,
  ): Promise<ServerSocket> {
    try {
      return await pool.acquire(request.isStream === true, cancellation);
    } catch (error) {
      cancellation.throwIfCancelled();
      throw error instanceof ClientError ? error : this.#failure(error, doing);
    }
  }

  async #poolFor(presentation: Presentation, doing: string, cancellation: Cancellation): Promise<SocketPool> {
    const authority = this.#connection.certificateAuthority;
    const material: TlsMaterial = {
      authority: authority && (await cancellation.race(authority.pem())),
      certificate: presentation.certificate,
    };
    if (this.#isClosed) throw closedError(doing);
    const current = this.#generation;
    if (current !== undefined && isSameMaterial(current.material, material)) return current.pool;
    const pool = new SocketPool({
      dial: this.#route.dialer(material),
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

  #failure(cause: unknown, doing: string): ClientError {
    return connectionFailure(cause, this.#route.failureContext(doing, this.#generation?.material));
  }

  #describe(request: ApiRequest): string {
    return `${request.method} ${this.#connection.server}${pathWithoutQuery(request.path)}`;
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
