import { systemHost } from "../host.ts";
import { type LoadConnectionOptions, loadConnection } from "../kubeconfig/load-connection.ts";
import { HttpsTransport } from "../transport/https-transport.ts";
import { logRequests, type RequestLogger } from "../transport/interceptor/log.ts";
import { observeRequests, type RequestObservation } from "../transport/interceptor/observe.ts";
import { type RetryOptions, retryRequests } from "../transport/interceptor/retry.ts";
import { reportWarnings, type ServerWarning } from "../transport/interceptor/warning.ts";
import { type Interceptor, intercept } from "../transport/transport.ts";
import { ApiClient } from "./api-client.ts";

export interface ConnectOptions extends LoadConnectionOptions {
  /** The name under which the server records who set which field. `apply` needs one, here or in each call. */
  readonly fieldManager?: string;
  /** How requests are sent again that the server put off or whose connection was lost; false for never. */
  readonly retry?: RetryOptions | false;
  /** Told each warning of the server, once. @default shown to the user, on standard error */
  readonly onWarning?: (warning: ServerWarning) => void;
  /** Gets a line for each request. @default none */
  readonly logger?: RequestLogger;
  /** Told of each request, for metrics. @default none */
  readonly onRequest?: (observation: RequestObservation) => void;
  /** See each request last, just before it is sent, and each new try of it. @default none */
  readonly interceptors?: readonly Interceptor[];
  /** Requests under way at once; more wait. Streams do not count. @default 100 */
  readonly maxConnections?: number;
  /** How long a connection may take to be made, the TLS handshake included. @default 30_000 */
  readonly connectTimeoutMs?: number;
  /** Whether requests share a connection over HTTP/2 where the server speaks it; else each needs its own, of HTTP/1.1. @default true */
  readonly http2?: boolean;
}

/**
 * A client for the cluster that this process is meant to use: from the options, a kubeconfig, or the pod it runs in.
 *
 * Nothing is sent yet; a server that cannot be reached shows with the first call. Close the client when it is done.
 * Rejects with ClientError `NO_CONFIG` when no cluster is configured, and see `loadConnection` for the order of sources.
 */
export async function connect(options: ConnectOptions = {}): Promise<ApiClient> {
  const host = options.host ?? systemHost();
  const { clock } = host;
  const connection = await loadConnection({ ...options, host });
  const {
    retry = {},
    logger,
    onRequest,
    interceptors = [],
    maxConnections,
    connectTimeoutMs,
    http2,
    fieldManager,
  } = options;
  const onWarning = options.onWarning ?? (({ text }) => host.showToUser?.(`Warning: ${text}\n`));
  const transport = new HttpsTransport(connection, {
    clock,
    ...(maxConnections !== undefined && { maxConnections }),
    ...(connectTimeoutMs !== undefined && { connectTimeoutMs }),
    ...(http2 !== undefined && { http2 }),
  });
  const chain = [
    // First, so that the others see each try.
    ...(retry === false ? [] : [retryRequests({ clock, ...retry })]),
    reportWarnings(onWarning),
    ...(logger === undefined ? [] : [logRequests(logger, { clock })]),
    ...(onRequest === undefined ? [] : [observeRequests(onRequest, { clock })]),
    ...interceptors,
  ];
  return new ApiClient({
    transport: intercept(transport, chain),
    namespace: connection.namespace,
    clock,
    refusal: `${connection.server} does not accept ${connection.credential.description ?? "these credentials"}`,
    ...(fieldManager !== undefined && { fieldManager }),
  });
}
