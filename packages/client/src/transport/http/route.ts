import type { Socket } from "node:net";
import type { Clock } from "@kubewright/api";
import { ClientError } from "../../errors.ts";
import { onAbort } from "../../on-abort.ts";
import type { Connection } from "../connection.ts";
import { proxyContext, serverContext, type TlsMaterial } from "../socket/tls-context.ts";
import type { FailureContext } from "./connection-failure.ts";
import { DialFailure, type DialOptions, dial, type Peer } from "./dial.ts";

/** The way to a server: its address, the proxy before it, and how each is trusted. */
export class Route {
  readonly server: URL;
  readonly #connection: Connection;
  readonly #proxy: URL | undefined;
  readonly #clock: Clock;
  readonly #connectTimeoutMs: number;
  readonly #mayShare: boolean;

  /** Throws ClientError `INVALID_CONFIG` for an address that is none. */
  constructor(
    connection: Connection,
    options: { readonly clock: Clock; readonly connectTimeoutMs: number; readonly http2: boolean },
  ) {
    this.#connection = connection;
    this.server = parseUrl("server", connection.server);
    this.#proxy = connection.proxy && parseUrl("proxy", connection.proxy.url);
    this.#clock = options.clock;
    this.#connectTimeoutMs = options.connectTimeoutMs;
    this.#mayShare = options.http2 && this.server.protocol === "https:";
  }

  /** Whether the server may choose HTTP/2, in which many requests share a connection. */
  get mayShare(): boolean {
    return this.#mayShare;
  }

  /** Makes connections with these certificates. Throws ClientError `INVALID_CREDENTIAL` when they cannot be used. */
  dialer(material: TlsMaterial): (signal: AbortSignal) => Promise<Socket> {
    const isInsecure = this.#connection.insecureSkipTlsVerify === true;
    const protocols = this.#mayShare ? (["h2", "http/1.1"] as const) : (["http/1.1"] as const);
    const server: Peer = {
      ...addressOf(this.server),
      ...(this.server.protocol === "https:" && {
        tls: { context: serverContext(material), name: this.#tlsName, isInsecure, protocols },
      }),
    };
    const proxy = this.#proxyPeer(material, isInsecure);
    return (signal) => this.#dialInTime({ server, ...(proxy && { proxy }), signal });
  }

  /** What an error message needs to know. */
  failureContext(doing: string, material: TlsMaterial | undefined): FailureContext {
    const { host, port } = addressOf(this.server);
    const { proxy, certificateAuthority } = this.#connection;
    return {
      doing,
      server: `${host}:${port}`,
      proxy: proxy?.url,
      hasProxyCredentials: proxy?.authorization() !== undefined,
      tlsName: this.#tlsName,
      hasCertificate: material?.certificate !== undefined,
      hasAuthority: certificateAuthority !== undefined,
    };
  }

  get #tlsName(): string {
    return this.#connection.tlsServerName ?? addressOf(this.server).host;
  }

  #proxyPeer(material: TlsMaterial, isInsecure: boolean): DialOptions["proxy"] {
    const url = this.#proxy;
    if (url === undefined) return undefined;
    const address = addressOf(url);
    return {
      ...address,
      ...(url.protocol === "https:" && {
        tls: { context: proxyContext(material.authority), name: address.host, isInsecure, protocols: ["http/1.1"] },
      }),
      authorization: () => this.#connection.proxy?.authorization(),
    };
  }

  async #dialInTime(options: DialOptions): Promise<Socket> {
    const { signal } = options;
    const controller = new AbortController();
    const forget = onAbort(signal, (reason) => controller.abort(reason));
    const timer = this.#clock.schedule(this.#connectTimeoutMs, () =>
      controller.abort(timedOut(this.#connectTimeoutMs)),
    );
    try {
      return await dial({ ...options, signal: controller.signal });
    } catch (error) {
      throw controller.signal.aborted && !signal.aborted ? new DialFailure("server", error) : error;
    } finally {
      timer.cancel();
      forget();
    }
  }
}

function timedOut(timeoutMs: number): Error {
  return Object.assign(new Error(`no connection within ${timeoutMs} ms`), { code: "ETIMEDOUT" });
}

function parseUrl(what: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && (url.protocol === "https:" || url.protocol === "http:")) return url;
  throw new ClientError(
    "INVALID_CONFIG",
    `the ${what} address ${JSON.stringify(text)} is not a URL that begins with https:// or http://`,
  );
}

function addressOf(url: URL): { host: string; port: number } {
  const defaultPort = url.protocol === "https:" ? 443 : 80;
  // IPv6 addresses stand in brackets in a URL only.
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port: url.port === "" ? defaultPort : Number(url.port) };
}
