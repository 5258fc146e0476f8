import { deepStrictEqual } from "node:assert/strict";
import { parseJson } from "@kubewright/api";
import type { RequestHandler, ServerResponse } from "../../src/http/exchange.ts";
import { type BodyPiece, isLazyJson } from "../../src/http/lazy-json.ts";
import { isStream } from "../../src/http/stream-body.ts";
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

async function* bytesOf(body: ServerResponse["body"], gone: AbortController): AsyncIterable<Uint8Array> {
  if (!isStream(body)) {
    yield written(body);
    return;
  }
  try {
    for await (const piece of body) yield written(piece);
  } finally {
    gone.abort();
  }
}

/** What goes over the wire; who reads values instead gets the same. */
function written(piece: BodyPiece): Uint8Array {
  if (!isLazyJson(piece)) return Buffer.from(piece as string);
  const text = piece.text();
  deepStrictEqual(piece.value(), parseJson(text));
  return Buffer.from(text);
}
