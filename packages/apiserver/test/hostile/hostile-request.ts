/** A request that means no good, or whose sender has lost its wits. */
export interface HostileRequest {
  /** What is wrong with it. */
  readonly name: string;
  readonly method: string;
  /** As it goes into the first line. */
  readonly target: string;
  /** One line each, without the end; `Host` and `Content-Length` come by themselves. */
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
  /** Instead of all that, what is sent; a character stands for a byte. */
  readonly raw?: string;
}

/** The bytes that go to the server. */
export function bytesOf({ method, target, headers = [], body = "", raw }: HostileRequest): Buffer {
  if (raw !== undefined) return Buffer.from(raw, "latin1");
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const own = ["Host: kubernetes", "User-Agent: hostile", "Connection: close"];
  const length = bytes.length === 0 && method === "GET" ? [] : [`Content-Length: ${bytes.length}`];
  const head = [`${method} ${target} HTTP/1.1`, ...own, ...headers, ...length].join("\r\n");
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, "latin1"), bytes]);
}
