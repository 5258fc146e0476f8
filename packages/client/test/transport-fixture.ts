import { createServer as createHttp, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createSecureServer as createHttp2, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from "node:net";
import { createServer as createTls, type TLSSocket, type TlsOptions } from "node:tls";
import { type Connection, HttpsTransport, type HttpsTransportOptions, type Presentation } from "@kubewright/client";
import { type Authority, type CertificateRequest, createAuthority } from "@kubewright/testing";

/** A server on a free port of the loopback, and what it has seen. */
export interface Listening extends AsyncDisposable {
  readonly port: number;
  /** Sockets open now. */
  readonly sockets: ReadonlySet<Socket>;
  /** Sockets ever opened. */
  readonly accepted: number;
}

export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on("connection", (socket) => {
    accepted++;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    get accepted() {
      return accepted;
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

export function startTcp(onConnection: (socket: Socket) => void): Promise<Listening> {
  return listen(createTcp(onConnection));
}

export function startHttp(handler: RequestListener): Promise<Listening> {
  return listen(createHttp(handler));
}

export const authority: Authority = createAuthority({ name: "the cluster's authority" });

export function startHttps(
  handler: RequestListener,
  options: { certificate?: Partial<CertificateRequest>; by?: Authority; tls?: TlsOptions } = {},
): Promise<Listening> {
  const { cert, key } = (options.by ?? authority).issue({
    commonName: "kube-apiserver",
    ipAddresses: ["127.0.0.1"],
    ...options.certificate,
  });
  return listen(createHttps({ cert, key, ...options.tls }, handler));
}

/** A server that speaks HTTP/2 only. */
export function startHttp2(
  handler: (request: Http2ServerRequest, response: Http2ServerResponse) => void,
  options: { settings?: { maxConcurrentStreams?: number; initialWindowSize?: number; headerTableSize?: number } } = {},
): Promise<Listening> {
  const { cert, key } = authority.issue({ commonName: "kube-apiserver", ipAddresses: ["127.0.0.1"] });
  return listen(createHttp2({ cert, key, ...options }, handler));
}

/** A server that agrees on HTTP/2 and then does what the test does with the socket. */
export function startRawHttp2(onConnection: (socket: TLSSocket) => void): Promise<Listening> {
  const { cert, key } = authority.issue({ commonName: "kube-apiserver", ipAddresses: ["127.0.0.1"] });
  return listen(
    createTls({ cert, key, ALPNProtocols: ["h2"] }, (socket) => {
      socket.on("error", () => {});
      onConnection(socket);
    }),
  );
}

/** Opens a transport that a test closes with `await using`. */
export function open(
  connection: Partial<Connection> & { server: string },
  options?: HttpsTransportOptions,
): HttpsTransport {
  return new HttpsTransport(
    {
      namespace: "default",
      credential: presenting({}),
      certificateAuthority: { pem: async () => authority.certificate },
      ...connection,
    },
    options,
  );
}

export function presenting(presentation: Presentation): Connection["credential"] {
  return { present: async () => presentation, reject: () => false };
}

export function answerJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

/** The request as JSON: what the server saw. */
export const echo: RequestListener = (request, response) => {
  void readBody(request).then((body) =>
    answerJson(response, { method: request.method, url: request.url, headers: request.headers, body }),
  );
};

export async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

/** What `promise` rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error(`expected a rejection with an Error, got ${String(outcome)}`);
  return outcome;
}
