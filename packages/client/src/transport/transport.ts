export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One request to an API server, before any socket is known. */
export interface ApiRequest {
  readonly method: Method;
  /** Path and query, escaped: `/api/v1/namespaces/default/pods?limit=5`. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the exchange, the body included, whenever it aborts. */
  readonly signal?: AbortSignal;
  /** How long the whole exchange may take; for a stream, until the headers of a 2xx arrived. Absent: no limit. */
  readonly timeoutMs?: number;
  /** Whether the body is read as it comes (watch, logs) rather than at once. Streams are never retried once open. */
  readonly isStream?: boolean;
  /**
   * A transport calls it for each try, when all that has to be waited for (credentials, a connection) is there, and hands the request over
   * in the same turn. What it throws, `send` rejects with: nothing is sent then, and what was waited for is kept for others.
   */
  readonly beforeSend?: () => void;
}

/** An answer whose headers have arrived. The body must be read to its end or cancelled. */
export interface ApiResponse {
  readonly status: number;
  /** Lower-case names; values of repeated headers are kept apart. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: ResponseBody;
}

/** A response body, read once: as text, or chunk by chunk. Not reading slows the sender down (back-pressure). */
export interface ResponseBody extends AsyncIterable<Uint8Array> {
  /** The whole body as UTF-8. Rejects with ClientError `CONNECTION_LOST` when it ends early. */
  text(): Promise<string>;
  /** Instead of the text, the value that parsing it would give, as much the reader's own. Only of bodies whose sender has it at hand. */
  json?(): Promise<unknown>;
  /** Instead of the chunks of a stream that has JSON in each line, the values of the lines. Only of bodies whose sender has them at hand. */
  values?(): AsyncIterable<unknown>;
  /** Gives the body up and closes the exchange. Harmless when it has ended. */
  cancel(): void;
}

/** Carries requests to one API server: over HTTPS, or to a server in this process. */
export interface Transport {
  /** Resolves for every HTTP status. Rejects with ClientError when there was no answer, and with the signal's reason on abort. */
  send(request: ApiRequest): Promise<ApiResponse>;
  /** Ends open exchanges and frees sockets. They, and later ones, fail with ClientError `CLOSED`. */
  close(): Promise<void>;
}

/** Sends a request on, possibly changed, possibly more than once, possibly not at all. */
export type Interceptor = (request: ApiRequest, next: Transport["send"]) => Promise<ApiResponse>;

/** `transport` behind interceptors; the first one sees a request first. */
export function intercept(transport: Transport, interceptors: readonly Interceptor[]): Transport {
  const send = interceptors.reduceRight<Transport["send"]>(
    (next, interceptor) => (request) => interceptor(request, next),
    (request) => transport.send(request),
  );
  return { send, close: () => transport.close() };
}
