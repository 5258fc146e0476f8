import type { Credentials } from "../auth/user.ts";
import type { BodyPiece } from "./lazy-json.ts";

/** A request, from a socket or from this process. */
export interface ServerRequest {
  readonly method: string;
  /** Path and query as they came, escaped. */
  readonly target: string;
  /** Lower-case names; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Repeated headers apart from each other; absent: none is repeated. */
  headerLists?(): Readonly<Record<string, readonly string[] | undefined>>;
  /** The whole body; a rejection means that the client went away or sent too much. Not called for a body nobody needs. */
  body(): Promise<Uint8Array>;
  readonly credentials: Credentials;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

/** The answer to a request. */
export interface ServerResponse {
  readonly status: number;
  /** Lower-case names. A character of a value stands for a byte: what is not ASCII is UTF-8, byte by byte. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /**
   * All of it, or a stream whose pieces are sent as they come. Whoever sends a stream reads it only as fast as the client does, and calls
   * `return()` when the client goes away.
   */
  readonly body: BodyPiece | AsyncIterable<BodyPiece>;
  /** The connection ends before anything of this is sent, as if the network had failed. */
  readonly isLost?: boolean;
}

/** Answers requests. Never rejects: what fails inside is a 500 Status. */
export type RequestHandler = (request: ServerRequest) => Promise<ServerResponse>;
