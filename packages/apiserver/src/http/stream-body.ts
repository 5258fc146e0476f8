import type { ServerResponse } from "./exchange.ts";

type Body = ServerResponse["body"];
type StreamBody = Extract<Body, AsyncIterable<unknown>>;

/** Whether the pieces of a body come one after the other. */
export function isStream(body: Body): body is StreamBody {
  return typeof body === "object" && Symbol.asyncIterator in body;
}

/** Tells the writer of a body that nobody reads it. */
export async function abandon(body: Body): Promise<void> {
  if (isStream(body)) await body[Symbol.asyncIterator]().return?.();
}
