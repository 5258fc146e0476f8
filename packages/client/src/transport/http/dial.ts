import type { Socket, SocketConnectOpts } from "node:net";
import type { ConnectionOptions, SecureContext } from "node:tls";
import { onAbort } from "../../on-abort.ts";
import { ResponseParser } from "../http1/response-parser.ts";
import { IncomingBytes, readsInto } from "../socket/incoming-bytes.ts";
import { nodeNet, nodeTls } from "../socket/node-network.ts";

/** One end of a TCP connection, and how TLS is spoken there. */
export interface Peer {
  readonly host: string;
  readonly port: number;
  /** Absent: plain TCP. */
  readonly tls?: TlsSettings;
}

export interface TlsSettings {
  readonly context: SecureContext;
  /** The name or address that the certificate must be for. */
  readonly name: string;
  readonly isInsecure: boolean;
  /** What the server may choose to speak, the best first. */
  readonly protocols: readonly ("h2" | "http/1.1")[];
}

/** A proxy that did not open a tunnel. */
export class TunnelRefused extends Error {
  override readonly name: string = "TunnelRefused";
  readonly status: number;

  constructor(status: number, statusText: string) {
    super(`${status} ${statusText}`.trim());
    this.status = status;
  }
}

/** Where a connection attempt failed: on the way to the proxy, in it, or on the way to the server. */
export class DialFailure extends Error {
  override readonly name: string = "DialFailure";
  readonly stage: "proxy" | "tunnel" | "server";

  constructor(stage: DialFailure["stage"], cause: unknown) {
    super(`${stage}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.stage = stage;
  }
}

export interface DialOptions {
  readonly server: Peer;
  /** Asked for a tunnel (CONNECT), unless `server` is plain HTTP: then it is talked to itself. */
  readonly proxy?: Peer & { authorization(): string | undefined };
  readonly signal: AbortSignal;
}

/** A connected socket on which HTTP is spoken with the server. Rejects with DialFailure, or with the signal's reason. */
export async function dial(options: DialOptions): Promise<Socket> {
  const { server, proxy, signal } = options;
  if (proxy === undefined) return connectPeer("server", server, undefined, signal);
  const toProxy = await connectPeer("proxy", proxy, undefined, signal);
  if (server.tls === undefined) return toProxy;
  await openTunnel(toProxy, server, proxy.authorization(), signal);
  return connectPeer("server", server, toProxy, signal);
}

/** Connects and, with TLS settings, shakes hands; over `carrier` if there is one. */
function connectPeer(
  stage: DialFailure["stage"],
  peer: Peer,
  carrier: Socket | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  if (signal.aborted) {
    carrier?.destroy();
    return Promise.reject(signal.reason);
  }
  const { host, port, tls } = peer;
  if (tls === undefined) return untilEvent(nodeNet().connect({ host, port }), "connect", stage, signal);
  const options = { ...tlsOptions(tls), ...(carrier === undefined ? { host, port } : { socket: carrier }) };
  // A socket that carries another one is read by that.
  const isLast = stage === "server" && carrier === undefined;
  const socket = isLast ? connectWithBuffer(options) : nodeTls().connect(options);
  return untilEvent(socket, "secureConnect", stage, signal);
}

/** A socket that reads into the same buffer again and again. */
function connectWithBuffer(options: ConnectionOptions): Socket {
  const bytes = new IncomingBytes();
  const reading: ConnectionOptions & Pick<SocketConnectOpts, "onread"> = { ...options, onread: bytes.onread };
  const socket = nodeTls().connect(reading);
  readsInto(socket, bytes);
  return socket;
}

function tlsOptions(settings: TlsSettings): ConnectionOptions {
  return {
    secureContext: settings.context,
    // Server name indication is for names only.
    servername: nodeNet().isIP(settings.name) === 0 ? settings.name : "",
    rejectUnauthorized: !settings.isInsecure,
    checkServerIdentity: (_host, certificate) => nodeTls().checkServerIdentity(settings.name, certificate),
    ALPNProtocols: [...settings.protocols],
  };
}

function untilEvent(
  socket: Socket,
  event: "connect" | "secureConnect",
  stage: DialFailure["stage"],
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise<Socket>((resolve, reject) => {
    let failure: Error | undefined;
    const onError = (error: Error) => {
      failure ??= error;
    };
    const onClose = () => {
      settle();
      reject(signal.aborted ? signal.reason : new DialFailure(stage, failure ?? closedEarly()));
    };
    const settle = () => {
      forget();
      socket.off("close", onClose);
    };
    // Stays: an error between this and the next owner's listener must not end the process.
    socket.on("error", onError);
    socket.on("close", onClose);
    socket.once(event, () => {
      settle();
      socket.setNoDelay(true);
      socket.setKeepAlive(true, 30_000);
      resolve(socket);
    });
    const forget = onAbort(signal, () => socket.destroy());
  });
}

/** Asks the proxy for a connection to `server`; its bytes are the server's from then on. */
function openTunnel(
  socket: Socket,
  server: Peer,
  authorization: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const authority = `${nodeNet().isIP(server.host) === 6 ? `[${server.host}]` : server.host}:${server.port}`;
  const credentials = authorization === undefined ? "" : `proxy-authorization: ${authorization}\r\n`;
  return new Promise<void>((resolve, reject) => {
    let failure: unknown;
    const fail = (error: unknown) => {
      failure ??= error;
      socket.destroy();
    };
    const parser = new ResponseParser({
      onHead(head) {
        parser.stop();
        if (head.status < 200 || head.status > 299) {
          fail(new TunnelRefused(head.status, head.statusText));
          return;
        }
        settle();
        resolve();
      },
      onData() {},
      onEnd() {},
    });
    const onData = (chunk: Buffer) => {
      try {
        parser.feed(chunk);
      } catch (error) {
        fail(error);
      }
    };
    const onClose = () => {
      settle();
      reject(signal.aborted ? signal.reason : new DialFailure("tunnel", failure ?? closedEarly()));
    };
    const settle = () => {
      forget();
      socket.off("data", onData).off("error", fail).off("close", onClose);
      socket.pause();
    };
    socket.on("data", onData).on("error", fail).on("close", onClose);
    const forget = onAbort(signal, fail);
    parser.begin("CONNECT");
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n${credentials}\r\n`);
  });
}

/** The error for a connection that the other side closed without a word. */
export function closedEarly(): Error {
  return Object.assign(new Error("the connection was closed"), { code: "ECONNRESET" });
}
