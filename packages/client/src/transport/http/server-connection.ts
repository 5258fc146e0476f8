import type { OutgoingRequest } from "./outgoing-request.ts";

/** The status and headers of an answer. */
export interface ResponseHead {
  readonly status: number;
  /** Empty over HTTP/2. */
  readonly statusText: string;
  /** Lower-case names; values of repeated headers are kept apart. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Bytes that the body will have, when the server said so. */
  readonly contentLength: number | undefined;
}

/** Told what an answer consists of, in order: one head, any data, the end. */
export interface ResponseEvents {
  onHead(head: ResponseHead): void;
  onData(chunk: Buffer): void;
  onEnd(): void;
}

/** Hears what becomes of one request. Last comes `onEnd` or `onBroken`, never both. */
export interface ExchangeEvents extends ResponseEvents {
  /** No more will come: the connection ended (no cause) or failed, or see the errors below. */
  onBroken(cause: Error | undefined): void;
}

/** A place for one request on a connection. */
export interface RequestChannel {
  /** Whether the connection was used or idle before: the server may have closed it meanwhile. */
  readonly isReused: boolean;
  /** Sends the request, in this turn. The answer goes to `exchange`. */
  start(request: OutgoingRequest, exchange: ExchangeEvents): void;
  /** Slows the sender of the answer down. */
  pause(): void;
  resume(): void;
  /** Gives the request up, whether it is sent, answered or neither. `exchange` hears nothing more. */
  abandon(): void;
  /** Gives the place back before `start`. */
  release(): void;
}

/** A connection to the server. While idle it does not keep the process alive. */
export interface ServerConnection {
  /** Whether it takes many requests at once. */
  readonly isShared: boolean;
  /** Whether it takes another request now. */
  readonly hasRoom: boolean;
  readonly isIdle: boolean;
  /** Since when it has rested; first, since when it is there. The owner sets it. */
  idleSinceMs: number;
  /** A place on it, which must be used or given back. */
  open(isStream: boolean): RequestChannel;
  /** Nothing is on it, and nobody waits for it. */
  rest(): void;
  /** Closes at once. Requests under way hear nothing more. */
  destroy(): void;
}

/** Owns connections. */
export interface ConnectionOwner {
  /** A place is free again, also one of a connection that closed. Told once for each `open`. */
  onFreed(connection: ServerConnection, isStream: boolean): void;
  /** There is room where there was none, though no place became free. */
  onRoom(connection: ServerConnection): void;
  /** Told once. */
  onClosed(connection: ServerConnection): void;
}

/** An answer that breaks the rules of HTTP. */
export class MalformedResponse extends Error {
  override readonly name: string = "MalformedResponse";
  readonly protocol: "HTTP" | "HTTP/2";

  constructor(message: string, protocol: "HTTP" | "HTTP/2" = "HTTP") {
    super(message);
    this.protocol = protocol;
  }
}

/** A request that the server gave up, before its answer or in the middle of it. The connection goes on. */
export class RequestReset extends Error {
  override readonly name: string = "RequestReset";
}

/** A request that the server says it has not looked at: sending it again is safe, whatever it does. */
export class UnprocessedRequest extends Error {
  override readonly name: string = "UnprocessedRequest";
}
