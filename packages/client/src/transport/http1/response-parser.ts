import { contentLengthOf } from "../http/content-length.ts";
import type { ResponseEvents, ResponseHead } from "../http/server-connection.ts";

/** Where the parser stands in an answer. */
type State =
  /** No request is under way: any byte is one too many. */
  | "idle"
  | "head"
  /** In a body of known length, `#remaining` bytes before its end. */
  | "length"
  | "chunk-size"
  /** In a chunk, `#remaining` bytes before its end. */
  | "chunk-data"
  /** At the line break after a chunk. */
  | "chunk-end"
  | "trailer"
  /** In a body that lasts until the server closes. */
  | "until-close";

const maxHeadBytes = 256 * 1024;
const maxLineBytes = 16 * 1024;
const tokenPattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const statusLinePattern = /^HTTP\/1\.([01]) ([1-9][0-9]{2})(?: (.*))?$/;

/**
 * Reads HTTP/1.1 answers from bytes, cut anywhere; opens nothing.
 *
 * Strict: an answer that could be read in two ways (two lengths, a length beside chunks, folded headers) is refused,
 * and so are bytes that no request asked for.
 */
export class ResponseParser {
  readonly #events: ResponseEvents;
  #state: State = "idle";
  #method = "GET";
  #remaining = 0;
  /** The bytes of an unfinished head or line. */
  #pending: Buffer | undefined;
  #persistent = true;

  constructor(events: ResponseEvents) {
    this.#events = events;
  }

  /** Whether an answer is under way or awaited. */
  get isBusy(): boolean {
    return this.#state !== "idle";
  }

  /** Whether the connection may carry another request after this answer. */
  get isPersistent(): boolean {
    return this.#persistent;
  }

  /** Expects the answer to a request of this method. */
  begin(method: string): void {
    this.#method = method;
    this.#state = "head";
    this.#persistent = true;
    this.#pending = undefined;
  }

  /** Forgets the answer under way. Takes effect within `feed`, too. */
  stop(): void {
    this.#state = "idle";
    this.#persistent = false;
    this.#pending = undefined;
  }

  /** Takes the next bytes. Throws an Error that says what is wrong when they are not HTTP. */
  feed(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      switch (this.#state) {
        case "idle":
          // After `stop` the rest is of no interest; otherwise nobody asked for it.
          if (!this.#persistent) return;
          throw new Error("bytes that belong to no answer");
        case "head":
          at = this.#readHead(chunk, at);
          break;
        case "length":
        case "chunk-data":
          at = this.#readBody(chunk, at);
          break;
        case "until-close":
          this.#events.onData(at === 0 ? chunk : chunk.subarray(at));
          at = chunk.length;
          break;
        case "chunk-size":
        case "chunk-end":
        case "trailer":
          at = this.#readLine(chunk, at);
          break;
      }
    }
  }

  /** The server closed. True when that is the end of the answer, false when it cut the answer off. */
  finish(): boolean {
    this.#persistent = false;
    if (this.#state !== "until-close") return this.#state === "idle";
    this.#end();
    return true;
  }

  #end(): void {
    this.#state = "idle";
    this.#events.onEnd();
  }

  #readHead(chunk: Buffer, from: number): number {
    const pending = this.#pending;
    const bytes = pending === undefined ? chunk : Buffer.concat([pending, chunk.subarray(from)]);
    const start = pending === undefined ? from : 0;
    const end = bytes.indexOf("\r\n\r\n", pending === undefined ? from : Math.max(0, pending.length - 3), "latin1");
    if ((end === -1 ? bytes.length : end) - start > maxHeadBytes) throw new Error("headers of more than 256 KiB");
    if (end === -1) {
      if (bytes.length - start >= 5 && bytes.toString("latin1", start, start + 5) !== "HTTP/")
        throw notHttp(bytes, start);
      this.#pending = pending === undefined ? bytes.subarray(start) : bytes;
      return chunk.length;
    }
    this.#pending = undefined;
    this.#acceptHead(bytes.toString("latin1", start, end));
    return chunk.length - (bytes.length - (end + 4));
  }

  #acceptHead(text: string): void {
    const lines = text.split("\r\n");
    const statusLine = statusLinePattern.exec(lines[0]!);
    if (statusLine === null) throw new Error(`no status line, but ${JSON.stringify(lines[0]!.slice(0, 80))}`);
    const status = Number(statusLine[2]);
    const headers = parseHeaders(lines);
    // 100 and 103 announce the answer proper; switching protocols was never asked for.
    if (status === 101) throw new Error("a switch of protocols that nobody asked for");
    if (status < 200) return;

    const connection = headers.get("connection")?.join(",").toLowerCase();
    this.#persistent =
      statusLine[1] === "1" ? connection === undefined || !/\bclose\b/.test(connection) : isKeepAlive(connection);
    const contentLength = contentLengthOf(headers);
    const encoding = headers.get("transfer-encoding")?.join(",").trim().toLowerCase();
    if (encoding !== undefined && contentLength !== undefined) throw new Error("both content-length and chunks");
    if (encoding !== undefined && encoding !== "chunked") throw new Error(`the unknown transfer-encoding ${encoding}`);

    const head: ResponseHead = { status, statusText: statusLine[3] ?? "", headers, contentLength };
    const hasBody =
      status !== 204 && status !== 304 && this.#method !== "HEAD" && !(this.#method === "CONNECT" && status < 300);
    if (!hasBody || contentLength === 0) {
      // The state first: the handler may stop the parser.
      this.#state = "length";
      this.#events.onHead(head);
      if (this.#state === "length") this.#end();
      return;
    }
    if (encoding === "chunked") {
      this.#state = "chunk-size";
    } else if (contentLength !== undefined) {
      this.#state = "length";
      this.#remaining = contentLength;
    } else {
      this.#state = "until-close";
      this.#persistent = false;
    }
    this.#events.onHead(head);
  }

  #readBody(chunk: Buffer, from: number): number {
    const end = Math.min(chunk.length, from + this.#remaining);
    this.#remaining -= end - from;
    const state = this.#state;
    this.#events.onData(from === 0 && end === chunk.length ? chunk : chunk.subarray(from, end));
    if (this.#remaining === 0 && this.#state === state) {
      if (state === "length") this.#end();
      else this.#state = "chunk-end";
    }
    return end;
  }

  #readLine(chunk: Buffer, from: number): number {
    const feed = chunk.indexOf(10, from);
    const part = feed === -1 ? chunk.subarray(from) : chunk.subarray(from, feed + 1);
    const line = this.#pending === undefined ? part : Buffer.concat([this.#pending, part]);
    if (line.length > maxLineBytes) throw new Error("a chunk header of more than 16 KiB");
    if (feed === -1) {
      this.#pending = line;
      return chunk.length;
    }
    this.#pending = undefined;
    if (line.length < 2 || line[line.length - 2] !== 13) throw new Error("a malformed line break between chunks");
    this.#acceptLine(line.toString("latin1", 0, line.length - 2));
    return feed + 1;
  }

  #acceptLine(line: string): void {
    if (this.#state === "chunk-size") {
      const size = /^([0-9a-fA-F]{1,12})[ \t]*(?:;.*)?$/.exec(line);
      if (size === null) throw new Error(`the chunk size ${JSON.stringify(line.slice(0, 40))}`);
      this.#remaining = Number.parseInt(size[1]!, 16);
      this.#state = this.#remaining === 0 ? "trailer" : "chunk-data";
    } else if (this.#state === "chunk-end") {
      if (line !== "") throw new Error("a chunk longer than its size");
      this.#state = "chunk-size";
    } else if (line === "") {
      this.#end();
    }
  }
}

function parseHeaders(lines: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]!;
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (!tokenPattern.test(name)) throw new Error(`the header line ${JSON.stringify(line.slice(0, 80))}`);
    const value = line.slice(colon + 1).trim();
    const values = headers.get(name);
    if (values === undefined) headers.set(name, [value]);
    else values.push(value);
  }
  return headers;
}

function isKeepAlive(connection: string | undefined): boolean {
  return connection !== undefined && /\bkeep-alive\b/.test(connection);
}

function notHttp(bytes: Buffer, start: number): Error {
  // 21 begins a TLS alert, 22 a TLS handshake.
  const isTls = bytes[start] === 21 || bytes[start] === 22;
  return new Error(isTls ? "TLS, not plain HTTP" : "something that is not HTTP");
}
