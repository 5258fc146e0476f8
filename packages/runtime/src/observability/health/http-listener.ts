import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Clock } from "@kubewright/api";
import { messageOf, RuntimeError } from "../../errors.ts";
import { Handshakes } from "../access/handshakes.ts";
import type { ServingCertificate } from "../access/serving-certificate.ts";
import type { Logger } from "../log/logger.ts";
import type { ListenAddress } from "./listen-address.ts";

/** Answers one request. What it throws or rejects with is logged, and answered with 500 if nothing was sent yet. */
export type HttpHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface HttpListenerOptions {
  readonly address: ListenAddress;
  /** The option and its value, for errors: `metrics.bindAddress ":8080"`. */
  readonly described: string;
  /** Who answers a path, if anyone. */
  readonly route: (path: string) => HttpHandler | undefined;
  /** For HTTPS. @default HTTP */
  readonly certificate?: ServingCertificate | undefined;
  readonly log: Logger;
  readonly clock: Clock;
}

/** An HTTP server with one address. */
export class HttpListener {
  readonly #options: HttpListenerOptions;
  /** Made by the first `listen`. */
  #server: Server | undefined;
  /** Open connections, and how many requests of each are under way. */
  readonly #connections = new Map<Socket, number>();
  readonly #handshakes = new Handshakes();
  /** Has the server use certificates that replace the one it has. */
  #follow: (() => Disposable) | undefined;
  #following: Disposable | undefined;
  #isClosing = false;

  constructor(options: HttpListenerOptions) {
    this.#options = options;
  }

  /** The port it listens on. Undefined before `listen` and after `close`. */
  get port(): number | undefined {
    return this.#bound?.port;
  }

  /** What it listens on: `127.0.0.1:8081`, or `[::]:8081` for all addresses. Undefined when `port` is. */
  get address(): string | undefined {
    const { address, family, port } = this.#bound ?? {};
    return address && `${family === "IPv6" ? `[${address}]` : address}:${port}`;
  }

  get #bound(): AddressInfo | undefined {
    const address = this.#server?.address();
    return typeof address === "object" ? (address ?? undefined) : undefined;
  }

  /** Rejects with RuntimeError `INVALID_SETUP` when that is not possible here. */
  async listen(): Promise<void> {
    const { address, described } = this.#options;
    this.#isClosing = false;
    this.#server ??= this.#create();
    const server = this.#server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error: Error & { code?: string }) => {
        reject(
          new RuntimeError("INVALID_SETUP", `cannot listen on ${described}: ${reasonOf(error)}`, { cause: error }),
        );
      });
      server.listen({ port: address.port, ...(address.host !== undefined && { host: address.host }) }, () => {
        // What goes wrong from here on is no failure to listen; connections tell of their own errors.
        server.removeAllListeners("error").on("error", (error) => {
          this.#options.log.warn({ err: error }, "HTTP server failed");
        });
        resolve();
      });
    });
    if (!this.#isClosing) this.#following = this.#follow?.();
  }

  /** Takes no more connections, and resolves when requests under way are answered; after `timeoutMs`, they are cut off. */
  close(timeoutMs: number): Promise<void> {
    const server = this.#server;
    this.#isClosing = true;
    this.#following?.[Symbol.dispose]();
    if (server === undefined) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = this.#options.clock.schedule(timeoutMs, () => {
        for (const socket of this.#connections.keys()) socket.destroy();
      });
      server.close(() => {
        timer.cancel();
        resolve();
      });
      for (const [socket, requests] of this.#connections) if (requests === 0) socket.destroy();
      this.#handshakes.destroy();
    });
  }

  #create(): Server {
    const server = this.#createServer((request, response) => {
      this.#count(request.socket, 1);
      response.once("close", () => this.#count(request.socket, -1));
      void this.#serve(request, response);
    });
    const isSecure = this.#options.certificate !== undefined;
    server.on("connection", (socket: Socket) => {
      if (isSecure) this.#handshakes.add(socket);
      else this.#add(socket);
    });
    server.on("secureConnection", (socket: Socket) => {
      this.#handshakes.end(socket);
      this.#add(socket);
    });
    return server;
  }

  #add(socket: Socket): void {
    this.#connections.set(socket, 0);
    socket.once("close", () => this.#connections.delete(socket));
  }

  #createServer(handler: (request: IncomingMessage, response: ServerResponse) => void): Server {
    const { certificate, described } = this.#options;
    if (certificate === undefined) return nodeBuiltin("node:http").createServer(handler);
    const pair = certificate.get();
    try {
      const server = nodeBuiltin("node:https").createServer(pair, handler);
      this.#follow = () => certificate.follow((next) => server.setSecureContext(next));
      return server;
    } catch (error) {
      throw new RuntimeError(
        "INVALID_SETUP",
        `cannot serve ${described} with ${certificate.described}: ${messageOf(error)}`,
        { cause: error },
      );
    }
  }

  #count(socket: Socket, change: 1 | -1): void {
    const requests = this.#connections.get(socket);
    if (requests === undefined) return;
    this.#connections.set(socket, requests + change);
    // Kept open for a next request, a connection would keep the server from ending.
    if (this.#isClosing && requests + change === 0) socket.destroySoon();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (this.#isClosing) response.setHeader("connection", "close");
      const handler = this.#options.route(pathOf(request));
      if (handler === undefined) sendText(request, response, 404, "404 page not found\n");
      else await handler(request, response);
    } catch (error) {
      this.#options.log.error({ err: error, method: request.method, path: pathOf(request) }, "request failed");
      if (response.headersSent) response.destroy();
      else sendText(request, response, 500, "internal server error\n");
    }
  }
}

/** Answers with a text; without it to HEAD. */
export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string,
  contentType: string = "text/plain; charset=utf-8",
): void {
  response.writeHead(status, {
    "content-type": contentType,
    "content-length": Buffer.byteLength(body),
    "x-content-type-options": "nosniff",
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** The handler, for GET and HEAD only. */
export function readOnly(handler: HttpHandler): HttpHandler {
  return (request, response) => {
    if (request.method === "GET" || request.method === "HEAD") return handler(request, response);
    response.setHeader("allow", "GET, HEAD");
    sendText(request, response, 405, "Method Not Allowed\n");
  };
}

/** The URL of a request. */
export function urlOf(request: IncomingMessage): URL {
  return new URL(request.url ?? "/", "http://localhost");
}

/** Loaded by the first server. An `import` loads all that hangs on it, on Node 24 WebSocket too: ten times the work. */
function nodeBuiltin<Name extends "node:http" | "node:https">(name: Name): NodeBuiltins[Name] {
  return process.getBuiltinModule(name) as NodeBuiltins[Name];
}

interface NodeBuiltins {
  readonly "node:http": typeof import("node:http");
  readonly "node:https": typeof import("node:https");
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").replace(/[?#].*$/s, "");
}

function reasonOf(error: Error & { code?: string }): string {
  switch (error.code) {
    case "EADDRINUSE":
      return "another program listens there; choose another address, or stop that program";
    case "EACCES":
      return "this user may not; choose a port from 1024 on";
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return "this host has no such address";
    default:
      return error.message;
  }
}
