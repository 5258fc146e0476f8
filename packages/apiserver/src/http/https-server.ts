import type { IncomingMessage, ServerResponse as NodeResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Credentials } from "../auth/user.ts";
import type { IssuedCertificate } from "../certificate/authority.ts";
import { ApiServerError } from "../errors.ts";
import type { RequestHandler, ServerRequest, ServerResponse } from "./exchange.ts";
import { type BodyPiece, writtenPiece } from "./lazy-json.ts";
import { hasSeveralHosts, refuse, refuseMalformed, refuseMethod } from "./malformed-request.ts";
import { maxBodyBytes } from "./request/read-body.ts";
import { abandon, isStream } from "./stream-body.ts";

export interface HttpsServerOptions {
  readonly handle: RequestHandler;
  /** What the server shows; its chain ends with `authority`. */
  readonly certificate: IssuedCertificate;
  /** PEM. Client certificates that it has signed prove who the client is. */
  readonly authority: string;
}

/** As the reference has it: selectors make long paths. */
const maxHeaderBytes = 1024 * 1024;
/** Longer than clients keep connections they do not use, so that it is they who close them. */
const keepAliveMs = 180_000;

/** Serves a handler over HTTPS. Closing ends all connections at once. */
export class HttpsServer {
  readonly #handle: RequestHandler;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #credentials = new WeakMap<Socket, Credentials>();

  constructor({ handle, certificate, authority }: HttpsServerOptions) {
    this.#handle = handle;
    this.#server = createServer(
      {
        ...certificate,
        ca: authority,
        requestCert: true,
        rejectUnauthorized: false,
        maxHeaderSize: maxHeaderBytes,
        keepAliveTimeout: keepAliveMs,
        noDelay: true,
      },
      (request, response) => void this.#serve(request, response),
    );
    this.#server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    this.#server.on("clientError", (error: Error, socket) => refuseMalformed(error, socket as Socket));
    this.#server.on("connect", (_, socket) => refuseMethod(socket as Socket));
  }

  /** Rejects with ApiServerError `CANNOT_LISTEN`. */
  listen(host: string, port: number): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      const onError = (cause: Error): void => {
        const problem = `cannot listen on ${host} port ${port}: ${cause.message}`;
        reject(new ApiServerError("CANNOT_LISTEN", `${problem}; choose another port, or 0 for a free one`, { cause }));
      };
      this.#server.once("error", onError);
      this.#server.listen(port, host, () => {
        this.#server.off("error", onError);
        resolve(this.#server.address() as AddressInfo);
      });
    });
  }

  /** Ends all connections at once. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      for (const socket of this.#sockets) socket.destroy();
    });
  }

  async #serve(incoming: IncomingMessage, outgoing: NodeResponse): Promise<void> {
    if (hasSeveralHosts(incoming)) {
      refuse(incoming.socket, 400);
      return;
    }
    const client = new AbortController();
    // Who has got the whole answer waits for nothing; to abort costs as much as a small answer.
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) client.abort();
    });
    outgoing.on("error", () => {});
    try {
      const response = await this.#handle(this.#requestOf(incoming, client.signal));
      if (outgoing.destroyed) await abandon(response.body);
      else if (response.isLost === true) incoming.socket.destroy();
      else await send(response, incoming, outgoing);
    } catch {
      // An answer that cannot be sent: the client learns it from the connection.
      incoming.socket.destroy();
    }
  }

  #requestOf(incoming: IncomingMessage, signal: AbortSignal): ServerRequest {
    const headers = incoming.headers as Record<string, string | undefined>;
    return {
      method: incoming.method ?? "GET",
      target: incoming.url ?? "/",
      headers,
      headerLists: () => incoming.headersDistinct as Record<string, string[]>,
      body: () => readBody(incoming),
      credentials: { ...this.#credentialsOf(incoming.socket as TLSSocket), authorization: headers.authorization },
      signal,
    };
  }

  /** What the connection proves; the same for all requests on it. */
  #credentialsOf(socket: TLSSocket): Credentials {
    let credentials = this.#credentials.get(socket);
    if (credentials === undefined) {
      credentials = credentialsOf(socket);
      this.#credentials.set(socket, credentials);
    }
    return credentials;
  }
}

function credentialsOf(socket: TLSSocket): Credentials {
  const { subject, fingerprint256 = "" } = (socket.getPeerCertificate() ?? {}) as PeerCertificate;
  if (subject === undefined || subject === null) return {};
  if (!socket.authorized) return { isCertificateRefused: true };
  const [commonName = ""] = [subject.CN ?? ""].flat();
  const sha256 = fingerprint256.replaceAll(":", "").toLowerCase();
  return { certificate: { commonName, organizations: [subject.O ?? []].flat(), sha256 } };
}

/** What Node tells of a certificate; all of it is absent where there is none. */
interface PeerCertificate {
  readonly subject?: { readonly CN?: string | string[]; readonly O?: string | string[] } | null;
  /** With colons. */
  readonly fingerprint256?: string;
}

/** Reads on until there is too much, and no further. Rejects when the client goes away first. */
function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let isFinished = false;
    const finish = (): void => {
      isFinished = true;
      incoming.off("data", onData);
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
    };
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      length += chunk.length;
      if (length <= maxBodyBytes) return;
      incoming.pause();
      finish();
    };
    incoming.on("data", onData);
    incoming.once("end", finish);
    incoming.once("error", reject);
    incoming.once("close", () => {
      if (!isFinished) reject(new Error("the client went away before the body was there"));
    });
  });
}

async function send(response: ServerResponse, incoming: IncomingMessage, outgoing: NodeResponse): Promise<void> {
  const { status, headers, body } = response;
  const isRead = incoming.complete || incoming.headers["content-length"] === "0" || isBodyless(incoming);
  const all = { ...headers, ...(!isRead && { connection: "close" }) } as Record<string, string | string[]>;
  if (!isStream(body)) {
    const written = writtenPiece(body);
    const length = typeof written === "string" ? Buffer.byteLength(written) : written.byteLength;
    outgoing.writeHead(status, { "content-length": String(length), ...all });
    outgoing.end(written, isRead ? undefined : () => incoming.destroy());
    return;
  }
  outgoing.writeHead(status, all);
  outgoing.flushHeaders();
  await sendStream(body, outgoing);
}

function isBodyless({ headers }: IncomingMessage): boolean {
  return headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
}

/** Reads a piece only when the client has taken the one before. Pieces that are there together are sent together. */
async function sendStream(body: AsyncIterable<BodyPiece>, outgoing: NodeResponse): Promise<void> {
  let isCorked = false;
  const uncork = (): void => {
    if (isCorked) outgoing.uncork();
    isCorked = false;
  };
  try {
    for await (const piece of body) {
      if (outgoing.destroyed) return;
      if (!isCorked) {
        isCorked = true;
        outgoing.cork();
        process.nextTick(uncork);
      }
      if (!outgoing.write(writtenPiece(piece))) await drained(outgoing);
    }
    // Node 24 loses what is corked when the end comes.
    uncork();
    outgoing.end();
  } catch {
    // What has been sent cannot be taken back: only a broken connection tells the client that it is not all.
    outgoing.destroy();
  }
}

function drained(outgoing: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off("drain", done);
      outgoing.off("close", done);
      resolve();
    };
    outgoing.on("drain", done);
    outgoing.on("close", done);
  });
}
