import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { open, startHttp, startHttp2, startHttps } from "./transport-fixture.ts";

/** Around what is read at once, and around the most that TLS and HTTP/2 put into one piece. */
const lengths = [0, 1, 100, 4095, 4096, 8191, 8192, 8193, 16_383, 16_384, 16_385, 32_768, 65_535, 65_536, 200_001];
const bodies = lengths.flatMap((length, index) => [contentOf(length, index), contentOf(length, index + 1000)]);

/** Bytes that hardly repeat themselves. */
function contentOf(length: number, seed: number): Buffer {
  const next = numbers(seed);
  return Buffer.from(Array.from({ length }, () => next() & 0xff));
}

function numbers(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_761;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}

/** Sends a body in pieces of any length, some of them in turns of their own. */
async function answer(url: string, response: Pick<ServerResponse, "write" | "end">): Promise<void> {
  const index = Number(url.slice(1));
  const body = bodies[index]!;
  const next = numbers(index);
  for (let at = 0; at < body.length; ) {
    const end = at + 1 + (next() % 20_000);
    response.write(body.subarray(at, end));
    at = end;
    if (next() % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}

test.each([
  { way: "HTTP", start: () => startHttp((request, response) => void answer(request.url!, response)), scheme: "http" },
  { way: "HTTPS", start: () => startHttps((request, response) => void answer(request.url!, response)) },
  // Its own types of the same methods.
  { way: "HTTP/2", start: () => startHttp2((request, response) => void answer(request.url, response as never)) },
])(
  "bodies of any length and in any pieces arrive as they were sent, many at once ($way)",
  async ({ start, scheme = "https" }) => {
    await using server = await start();
    await using transport = open({ server: `${scheme}://127.0.0.1:${server.port}` });
    const received = bodies.map(async (_, index) => {
      const { body } = await transport.send({ method: "GET", path: `/${index}`, isStream: index % 2 === 0 });
      const chunks: Uint8Array[] = [];
      // Kept until the end: what comes later must not change them.
      for await (const chunk of body) chunks.push(chunk);
      return Buffer.concat(chunks);
    });
    const all = await Promise.all(received);
    expect(all.map((each, index) => each.equals(bodies[index]!))).toEqual(bodies.map(() => true));
  },
);
