import type { Presentation } from "../../credential/credential.ts";
import { ClientError } from "../../errors.ts";
import type { Connection } from "../connection.ts";
import { pathWithoutQuery } from "../path-without-query.ts";
import type { ApiRequest } from "../transport.ts";
import { defaultUserAgent } from "../user-agent.ts";

const pathPattern = /^\/[!-~]*$/;
const namePattern = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const methodPattern = /^[A-Z]+$/;
/** What this writer sets itself, and what is between two ends of one connection only. */
const ownNames: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
/** What would end a header. Other characters are sent as UTF-8, as names of users may need. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const badValuePattern = /[\x00-\x08\x0a-\x1f\x7f]/;

/** Writes requests to one server as HTTP/1.1 text. */
export class RequestWriter {
  /** Whether requests are addressed to a proxy, which passes them on, rather than to the server. */
  readonly isToProxy: boolean;
  readonly #connection: Connection;
  /** What precedes each path. */
  readonly #prefix: string;
  readonly #host: string;
  readonly #userAgent: string;
  /** The last presentation and its headers, since most requests show the same one. */
  #presented: { readonly presentation: Presentation; readonly text: string } | undefined;

  constructor(connection: Connection, server: URL) {
    this.#connection = connection;
    this.isToProxy = connection.proxy !== undefined && server.protocol === "http:";
    const basePath = server.pathname.replace(/\/+$/, "");
    this.#prefix = this.isToProxy ? `${server.origin}${basePath}` : basePath;
    this.#host = server.host;
    this.#userAgent = connection.userAgent ?? defaultUserAgent;
    checkValue("user-agent", this.#userAgent, "the user agent");
  }

  /** Throws ClientError `INVALID_ARGUMENT` for a request that HTTP cannot express. */
  check(request: ApiRequest, doing: string): void {
    if (!methodPattern.test(request.method)) {
      throw new ClientError(
        "INVALID_ARGUMENT",
        `the method ${JSON.stringify(String(request.method).slice(0, 40))} of a request is not one of HTTP, such as GET`,
      );
    }
    if (Number.isNaN(request.timeoutMs)) {
      throw new ClientError("INVALID_ARGUMENT", `${doing}: timeoutMs is not a number; leave it out for no limit`);
    }
    if (!pathPattern.test(request.path)) {
      throw new ClientError(
        "INVALID_ARGUMENT",
        `the path ${JSON.stringify(pathWithoutQuery(request.path).slice(0, 200))} of a request must begin with / and be escaped: ` +
          "use encodeURIComponent for names",
      );
    }
    for (const [name, value] of Object.entries(request.headers ?? {})) checkValue(name, value, doing);
  }

  /** The whole request. Headers of the request itself win over all others. */
  write(request: ApiRequest, presentation: Presentation): string {
    const headers = request.headers ?? {};
    let text = `${request.method} ${this.#prefix}${request.path} HTTP/1.1\r\nhost: ${this.#host}\r\n`;
    for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
    if (headers["user-agent"] === undefined) text += `user-agent: ${this.#userAgent}\r\n`;
    const mayCompress = request.isStream !== true && this.#connection.disableCompression !== true;
    if (mayCompress && headers["accept-encoding"] === undefined) text += "accept-encoding: gzip\r\n";
    text += this.#present(presentation, headers);
    if (this.isToProxy) {
      const authorization = this.#connection.proxy?.authorization();
      if (authorization !== undefined) text += `proxy-authorization: ${authorization}\r\n`;
    }
    const { body } = request;
    if (body === undefined) {
      return request.method === "GET" || request.method === "DELETE"
        ? `${text}\r\n`
        : `${text}content-length: 0\r\n\r\n`;
    }
    return `${text}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  }

  #present(presentation: Presentation, own: Readonly<Record<string, string>>): string {
    const headers = presentation.headers ?? {};
    const isOverridden = Object.keys(headers).some((name) => own[name] !== undefined);
    if (this.#presented?.presentation === presentation && !isOverridden) return this.#presented.text;
    let text = "";
    for (const [name, values] of Object.entries(headers)) {
      if (own[name] !== undefined) continue;
      for (const value of typeof values === "string" ? [values] : values) {
        checkValue(name, value, "the credential");
        text += `${name}: ${value}\r\n`;
      }
    }
    if (!isOverridden) this.#presented = { presentation, text };
    return text;
  }
}

function checkValue(name: string, value: string, whose: string): void {
  if (ownNames.has(name)) {
    throw new ClientError(
      "INVALID_ARGUMENT",
      `${whose}: the header ${JSON.stringify(name)} is the transport's own to set; leave it out`,
    );
  }
  if (namePattern.test(name) && !badValuePattern.test(value)) return;
  throw new ClientError(
    "INVALID_ARGUMENT",
    `${whose}: the header ${JSON.stringify(name.slice(0, 80))} has an upper-case or invalid name, or a value with control characters`,
  );
}
