import { once } from "node:events";
import { Agent, type RequestOptions, request } from "node:https";
import { connect, type TLSSocket } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { createAuthority } from "../certificate/authority.ts";
import type { ServerRequest, ServerResponse } from "./exchange.ts";
import { HttpsServer } from "./https-server.ts";

const authority = createAuthority();
const certificate = authority.issue({ commonName: "server", ipAddresses: ["127.0.0.1"] });
const open: HttpsServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

describe("HttpsServer", () => {
  test("passes requests on and sends answers", async () => {
    const { port, requests } = await serve(async (incoming) => {
      const body = Buffer.from(await incoming.body()).toString();
      return { status: 201, headers: { "x-a": "b", warning: ["one", "two"] }, body: `grüße ${body}` };
    });
    const answer = await send(port, { method: "POST", path: "/a?b=%20c", headers: { "X-Thing": "y" } }, "hällo");
    expect(answer).toMatchObject({ status: 201, body: "grüße hällo" });
    expect(answer.headers.warning).toBe("one, two");
    expect(answer.headers["content-length"]).toBe(String(Buffer.byteLength("grüße hällo")));
    expect(requests[0]).toMatchObject({ method: "POST", target: "/a?b=%20c", headers: { "x-thing": "y" } });
  });

  test("keeps repeated headers apart for who asks", async () => {
    const { port, requests } = await serve(ok);
    await send(port, { headers: { "impersonate-group": ["a, b", "c"] } });
    expect(requests[0]!.headerLists?.()["impersonate-group"]).toEqual(["a, b", "c"]);
  });

  test("tells whom a certificate is for, and that one proves nothing", async () => {
    const { port, requests } = await serve(ok);
    await send(port, {});
    await send(port, { ...authority.issue({ commonName: "jane", organizations: ["dev", "ops"] }) });
    await send(port, { ...createAuthority().issue({ commonName: "mallory" }) });
    await send(port, { headers: { authorization: "Bearer x" } });
    const [nobody, jane, mallory, bearer] = requests.map(({ credentials }) => credentials);
    expect(nobody).toEqual({ authorization: undefined });
    expect(jane?.certificate).toMatchObject({ commonName: "jane", organizations: ["dev", "ops"] });
    expect(mallory).toMatchObject({ isCertificateRefused: true });
    expect(mallory?.certificate).toBeUndefined();
    expect(bearer?.authorization).toBe("Bearer x");
  });

  test("still knows whom a resumed connection is from", async () => {
    const { port, requests } = await serve(ok);
    const jane = authority.issue({ commonName: "jane" });
    const agent = new Agent({ maxCachedSessions: 10, keepAlive: false });
    for (let i = 0; i < 3; i++) await send(port, { ...jane, agent });
    expect(requests.map(({ credentials }) => credentials.certificate?.commonName)).toEqual(["jane", "jane", "jane"]);
    agent.destroy();
  });

  test("sends headers of a stream before its first piece, and each piece as it comes", async () => {
    const gate = new Gate();
    const { port } = await serve(async () => ({ status: 200, headers: {}, body: gated(gate) }));
    const response = await begin(port, { path: "/" });
    expect(response.status).toBe(200);
    gate.open();
    expect(await response.next()).toBe("first");
    gate.open();
    expect(await response.next()).toBe("second");
    response.destroy();
  });

  test.each([[1], [2], [300_000, 40_000], [10, 300_000, 10]])(
    "sends all of a stream whose last piece and end come together: %j",
    async (...lengths) => {
      const { port } = await serve(async () => ({ status: 200, headers: {}, body: at(lengths) }));
      expect((await send(port, {})).body).toHaveLength(lengths.reduce((sum, length) => sum + length, 0));
    },
  );

  test("tells the handler when the client goes away, and ends its stream", async () => {
    let returned!: () => void;
    const done = new Promise<void>((resolve) => {
      returned = resolve;
    });
    const { port, requests } = await serve(async ({ signal }) => {
      const body = (async function* () {
        try {
          yield "x";
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
        } finally {
          returned();
        }
      })();
      return { status: 200, headers: {}, body };
    });
    const response = await begin(port, {});
    await response.next();
    response.destroy();
    await done;
    expect(requests[0]!.signal.aborted).toBe(true);
  });

  test("reads a stream only as fast as its client does", async () => {
    let pieces = 0;
    const { port } = await serve(async () => ({
      status: 200,
      headers: {},
      body: (async function* () {
        for (; pieces < 10_000; pieces++) yield "x".repeat(64 * 1024);
      })(),
    }));
    const response = await begin(port, {});
    await response.next();
    for (let quiet = 0, last = -1; quiet < 1_000; quiet = pieces === last ? quiet + 1 : 0) {
      last = pieces;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(pieces).toBeLessThan(5_000);
    response.destroy();
  });

  test("ends the connection without an answer when that is lost, and in the middle when the body breaks", async () => {
    const { port } = await serve(async ({ target }) => {
      if (target === "/lost") return { status: 200, headers: {}, body: "", isLost: true };
      const body = (async function* () {
        yield "half";
        throw new Error("broken");
      })();
      return { status: 200, headers: {}, body };
    });
    await expect(send(port, { path: "/lost" })).rejects.toMatchObject({ code: "ECONNRESET" });
    await expect(send(port, { path: "/broken" })).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  test("stops reading a body that is too long, and says so", async () => {
    const { port } = await serve(async (incoming) => {
      const { length } = await incoming.body();
      return { status: 413, headers: {}, body: String(length > 3 * 1024 * 1024) };
    });
    const answer = await send(port, { method: "POST" }, "x".repeat(8 * 1024 * 1024));
    expect(answer).toMatchObject({ status: 413, body: "true" });
  });

  test("answers HEAD with the length of what it does not send", async () => {
    const { port } = await serve(async () => ({ status: 200, headers: { "content-length": "42" }, body: "" }));
    const answer = await send(port, { method: "HEAD" });
    expect(answer).toMatchObject({ status: 200, body: "" });
    expect(answer.headers["content-length"]).toBe("42");
  });

  test("takes long paths", async () => {
    const { port, requests } = await serve(ok);
    await send(port, { path: `/${"x".repeat(100_000)}` });
    expect(requests[0]!.target.length).toBe(100_001);
  });

  test("closing ends everything at once, also what has not said anything yet", async () => {
    const { server, port } = await serve(async () => ({ status: 200, headers: {}, body: gated(new Gate()) }));
    const response = await begin(port, {});
    const silent: TLSSocket = connect({ host: "127.0.0.1", port, ca: authority.certificate });
    await once(silent, "secureConnect");
    // Not `once`, which takes a connection that is reset for a failure.
    const closed = new Promise<void>((resolve) => silent.on("error", () => {}).on("close", () => resolve()));
    await server.close();
    await closed;
    await expect(response.next()).rejects.toThrow();
  });

  test("says which port cannot be used, and what to do", async () => {
    const { port } = await serve(ok);
    const second = new HttpsServer({ handle: ok, certificate, authority: authority.certificate });
    await expect(second.listen("127.0.0.1", port)).rejects.toMatchObject({
      code: "CANNOT_LISTEN",
      message: expect.stringMatching(new RegExp(`cannot listen on 127.0.0.1 port ${port}: .*choose another port`)),
    });
  });
});

const ok = async (): Promise<ServerResponse> => ({ status: 200, headers: {}, body: "ok" });

async function serve(handle: (request: ServerRequest) => Promise<ServerResponse>): Promise<{
  server: HttpsServer;
  port: number;
  requests: ServerRequest[];
}> {
  const requests: ServerRequest[] = [];
  const server = new HttpsServer({
    handle: (incoming) => {
      requests.push(incoming);
      return handle(incoming);
    },
    certificate,
    authority: authority.certificate,
  });
  open.push(server);
  const { port } = await server.listen("127.0.0.1", 0);
  return { server, port, requests };
}

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

async function send(port: number, options: RequestOptions, body = ""): Promise<Answer> {
  const response = await begin(port, options, body);
  let text = "";
  for (let piece = await response.next(); piece !== undefined; piece = await response.next()) text += piece;
  return { status: response.status, headers: response.headers, body: text };
}

interface OpenAnswer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  next(): Promise<string | undefined>;
  destroy(): void;
}

function begin(port: number, options: RequestOptions, body = ""): Promise<OpenAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port, ca: authority.certificate, agent: false, ...options });
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      incoming.setEncoding("utf8");
      incoming.on("error", () => {});
      const pieces = incoming[Symbol.asyncIterator]() as AsyncIterator<string>;
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        next: async () => {
          const { done, value } = await pieces.next();
          return done === true ? undefined : value;
        },
        destroy: () => outgoing.destroy(),
      });
    });
    outgoing.end(body);
  });
}

/** Lets one waiter through for each call of `open`. */
class Gate {
  #waiting: (() => void)[] = [];
  #credits = 0;

  open(): void {
    const waiter = this.#waiting.shift();
    if (waiter === undefined) this.#credits++;
    else waiter();
  }

  pass(): Promise<void> {
    if (this.#credits > 0) {
      this.#credits--;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

async function* gated(gate: Gate): AsyncGenerator<string> {
  for (const piece of ["first", "second", "third"]) {
    await gate.pass();
    yield piece;
  }
}

async function* at(lengths: readonly number[]): AsyncGenerator<string> {
  for (const length of lengths) yield "x".repeat(length);
}
