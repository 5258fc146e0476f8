import type { ApiResponse, ResponseBody } from "./transport.ts";

/** The parts of an answer that is there as a whole. */
export interface ResponseParts {
  /** @default 200 */
  readonly status?: number;
  /** Names in any case. @default none */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** A text is sent as UTF-8. @default an empty one */
  readonly body?: string | Uint8Array;
}

/** An answer made of its parts: for transports and interceptors that answer themselves. */
export function responseOf({ status = 200, headers = {}, body = "" }: ResponseParts): ApiResponse {
  const lists = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), typeof value === "string" ? [value] : value] as const,
  );
  return { status, headers: new Map(lists), body: wholeBody(body) };
}

function wholeBody(body: string | Uint8Array): ResponseBody {
  return {
    text: async () => (typeof body === "string" ? body : Buffer.from(body).toString("utf8")),
    async *[Symbol.asyncIterator]() {
      if (body.length > 0) yield typeof body === "string" ? Buffer.from(body) : body;
    },
    cancel() {},
  };
}
