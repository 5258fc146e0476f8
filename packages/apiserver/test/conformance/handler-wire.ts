import type { RequestHandler } from "../../src/http/exchange.ts";
import type { Wire } from "./wire.ts";

/** Who the reference is asked by, and what it makes of the certificate. */
const admin = {
  name: "reference-admin",
  uid: "",
  groups: ["system:masters", "system:authenticated"],
  extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${"0".repeat(64)}`] },
};

/** A wire to a server in this process, as someone who may do everything. */
export function handlerWire(handle: RequestHandler): Wire {
  return {
    async send({ method, target, headers, body }) {
      const gone = new AbortController();
      const response = await handle({
        method,
        target,
        headers,
        body: async () => body ?? new Uint8Array(),
        credentials: { user: admin },
        signal: gone.signal,
      });
      const lists = Object.entries(response.headers).map(
        ([name, value]) => [name, typeof value === "string" ? [value] : value] as const,
      );
      return { status: response.status, headers: new Map(lists), body: bytesOf(response.body, gone) };
    },
  };
}

async function* bytesOf(
  body: Uint8Array | string | AsyncIterable<Uint8Array | string>,
  gone: AbortController,
): AsyncIterable<Uint8Array> {
  if (typeof body === "string" || body instanceof Uint8Array) {
    yield Buffer.from(body as string);
    return;
  }
  try {
    for await (const piece of body) yield Buffer.from(piece as string);
  } finally {
    gone.abort();
  }
}
