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

/** A request as it is sent, whichever version of HTTP carries it. */
export interface OutgoingRequest {
  readonly method: string;
  /** The path with its query; with all that precedes it where it is sent to a proxy. */
  readonly target: string;
  /** `host:port`. */
  readonly authority: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Likewise, what is shown of a credential: nobody may keep it. */
  readonly secrets: readonly string[];
  /** Whether the length of the body is told. */
  readonly hasLength: boolean;
  readonly body: string | undefined;
  /** How long it waits for an answer by itself. */
  readonly timeoutMs: number;
}

/** Makes of requests what is sent to one server. */
export class RequestComposer {
  /** Whether requests are addressed to a proxy, which passes them on, rather than to the server. */
  readonly isToProxy: boolean;
  readonly #connection: Connection;
  /** What precedes each path. */
  readonly #prefix: string;
  readonly #host: string;
  readonly #userAgent: string;
  /** The last presentation and its headers, since most requests show the same one. */
  #presented: { readonly presentation: Presentation; readonly secrets: readonly string[] } | undefined;

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
    const { headers } = request;
    for (const name in headers) checkValue(name, headers[name]!, doing);
  }

  /** The whole request. Headers of the request itself win over all others. */
  compose(request: ApiRequest, presentation: Presentation): OutgoingRequest {
    const { method, body, headers: own = {} } = request;
    const headers: string[] = [];
    for (const name in own) headers.push(name, own[name]!);
    if (own["user-agent"] === undefined) headers.push("user-agent", this.#userAgent);
    const mayCompress = request.isStream !== true && this.#connection.disableCompression !== true;
    if (mayCompress && own["accept-encoding"] === undefined) headers.push("accept-encoding", "gzip");
    return {
      method,
      target: this.#prefix + request.path,
      authority: this.#host,
      headers,
      secrets: this.#secrets(presentation, own),
      hasLength: body !== undefined || (method !== "GET" && method !== "DELETE"),
      body,
      timeoutMs: request.isStream === true ? Number.POSITIVE_INFINITY : (request.timeoutMs ?? Number.POSITIVE_INFINITY),
    };
  }

  #secrets(presentation: Presentation, own: Readonly<Record<string, string>>): readonly string[] {
    const authorization = this.isToProxy ? this.#connection.proxy?.authorization() : undefined;
    const presented = this.#present(presentation, own);
    return authorization === undefined ? presented : [...presented, "proxy-authorization", authorization];
  }

  #present(presentation: Presentation, own: Readonly<Record<string, string>>): readonly string[] {
    const { headers } = presentation;
    if (headers === undefined) return none;
    const isOverridden = Object.keys(headers).some((name) => own[name] !== undefined);
    if (this.#presented?.presentation === presentation && !isOverridden) return this.#presented.secrets;
    const secrets: string[] = [];
    for (const [name, values] of Object.entries(headers)) {
      if (own[name] !== undefined) continue;
      for (const value of typeof values === "string" ? [values] : values) {
        checkValue(name, value, "the credential");
        secrets.push(name, value);
      }
    }
    if (!isOverridden) this.#presented = { presentation, secrets };
    return secrets;
  }
}

const none: readonly string[] = Object.freeze([]);

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
