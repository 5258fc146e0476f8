import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "@kubewright/api";
import { RuntimeError } from "../../errors.ts";
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
  #isClosing = false;

  constructor(options: HttpListenerOptions) {
    this.#options = options;
  }

  /** The port it listens on. Undefined before `listen` and after `close`. */
  get port(): number | undefined {
    const address = this.#server?.address();
    return typeof address === "object" ? address?.port : undefined;
  }

  /** Rejects with RuntimeError `INVALID_SETUP` when that is not possible here. */
  listen(): Promise<void> {
    const { address, described } = this.#options;
    this.#isClosing = false;
    this.#server ??= this.#create();
    const server = this.#server;
    return new Promise((resolve, reject) => {
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
  }

  /** Takes no more connections, and resolves when requests under way are answered; after `timeoutMs`, they are cut off. */
  close(timeoutMs: number): Promise<void> {
    const server = this.#server;
    this.#isClosing = true;
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
    });
  }

  #create(): Server {
    const server = nodeHttp().createServer((request, response) => {
      this.#count(request.socket, 1);
      response.once("close", () => this.#count(request.socket, -1));
      void this.#serve(request, response);
    });
    server.on("connection", (socket: Socket) => {
      this.#connections.set(socket, 0);
      socket.once("close", () => this.#connections.delete(socket));
    });
    return server;
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

/** Node's HTTP, loaded by the first server. An `import` loads all that hangs on it, on Node 24 WebSocket too: ten times the work. */
function nodeHttp(): typeof import("node:http") {
  return process.getBuiltinModule("node:http");
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
