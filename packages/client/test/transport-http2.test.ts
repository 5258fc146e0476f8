import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { ManualClock } from "@kubewright/api";
import type { ApiRequest, ApiResponse } from "@kubewright/client";
import { eventually } from "@kubewright/testing";
import { describe, expect, test } from "vitest";
import { deferred } from "./deferred.ts";
import { DATA, frame, GOAWAY, HEADERS, Http2Peer, ok, PING, RST_STREAM, SETTINGS, uint32 } from "./http2-peer.ts";
import { failureOf, open, presenting, startHttp2, startHttps, startRawHttp2 } from "./transport-fixture.ts";

const get: ApiRequest = { method: "GET", path: "/api/v1/pods" };
const post: ApiRequest = { method: "POST", path: "/api/v1/pods", body: "{}" };
const watch: ApiRequest = { ...get, path: "/api/v1/pods?watch=true", isStream: true };

/** Answers with what it saw. */
const echo: Parameters<typeof startHttp2>[0] = (request, response) => {
  const chunks: Buffer[] = [];
  request.on("error", () => {});
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { method, url, headers } = request;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
  });
};

function url({ port }: { port: number }): { server: string } {
  return { server: `https://127.0.0.1:${port}` };
}

async function seen(answer: Promise<ApiResponse>): Promise<{ url: string; body: string; headers: object }> {
  return JSON.parse(await (await answer).body.text());
}

/** A server of which each connection is a peer, which has sent its settings. */
async function startPeers(onPeer: (peer: Http2Peer, number: number) => Promise<void>) {
  const peers: Http2Peer[] = [];
  const listening = await startRawHttp2((socket) => {
    const peer = new Http2Peer(socket);
    peers.push(peer);
    peer.send(frame(SETTINGS, 0, 0));
    void onPeer(peer, peers.length);
  });
  return { listening, peers, [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]() };
}

/** Answers the stream with a body of one frame. */
function answer(streamId: number, body: string): Buffer[] {
  return [frame(HEADERS, 4, streamId, ok), frame(DATA, 1, streamId, body)];
}

describe("over HTTP/2", () => {
  test("a request arrives with its path, query, headers, credentials and body", async () => {
    await using server = await startHttp2(echo);
    await using transport = open({
      ...url(server),
      server: `${url(server).server}/clusters/a`,
      credential: presenting({ headers: { authorization: "Bearer t", "impersonate-group": ["a", "b"] } }),
    });
    const body = JSON.stringify({ text: "grüße 🚢" });
    for (let time = 0; time < 3; time++) {
      const headers = { "content-type": "application/json", accept: "application/json" };
      expect(await seen(transport.send({ ...post, path: "/api/v1/pods?dryRun=All", headers, body }))).toMatchObject({
        method: "POST",
        url: "/clusters/a/api/v1/pods?dryRun=All",
        body,
        headers: {
          ":authority": `127.0.0.1:${server.port}`,
          ...headers,
          authorization: "Bearer t",
          "impersonate-group": "a, b",
          "accept-encoding": "gzip",
          "content-length": String(Buffer.byteLength(body)),
        },
      });
    }
    expect(server.accepted).toBe(1);
  });

  test("requests at once share one connection, and no more are under way than allowed", async () => {
    let [underWay, most] = [0, 0];
    await using server = await startHttp2((request, response) => {
      most = Math.max(most, ++underWay);
      response.on("close", () => underWay--);
      setImmediate(() => echo(request, response));
    });
    await using transport = open(url(server), { maxConnections: 20 });
    const paths = Array.from({ length: 200 }, (_, index) => `/${index}`);
    const answers = await Promise.all(paths.map((path) => seen(transport.send({ ...get, path }))));
    expect(answers.map((each) => each.url)).toEqual(paths);
    expect(server.accepted).toBe(1);
    expect(most).toBeLessThanOrEqual(20);
  });

  test("a second connection is made when the server takes no more streams on the first", async () => {
    await using server = await startHttp2((_request, response) => void response.write("a"), {
      settings: { maxConcurrentStreams: 2 },
    });
    await using transport = open(url(server));
    const streams: ApiResponse[] = [];
    for (let index = 0; index < 5; index++) streams.push(await transport.send(watch));
    expect(server.accepted).toBe(3);
    for (const { body } of streams) body.cancel();
  });

  test.each([70_000, 3 << 20])("a body of %d bytes waits for the server's windows", async (length) => {
    await using server = await startHttp2(echo, { settings: { initialWindowSize: 20_000 } });
    await using transport = open(url(server));
    const bodies = ["x", "y", "z"].map((letter) => letter.repeat(length));
    const answers = await Promise.all(bodies.map((body) => seen(transport.send({ ...post, body }))));
    for (const [index, { body }] of answers.entries()) expect(body === bodies[index]).toBe(true);
  });

  test("answers of any size and any characters come as they were sent", async () => {
    const large = "ü".repeat(9 << 20);
    // Every character that a header may have, each so that its Huffman code is shorter than the text.
    const characters = Array.from({ length: 223 }, (_, index) => 0x21 + index).filter((code) => code !== 0x7f);
    await using server = await startHttp2((request, response) => {
      if (request.url === "/large") return void response.end(large);
      for (const code of characters) response.setHeader(`x-${code}`, `${String.fromCharCode(code)}${"0".repeat(60)}`);
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("packed"));
    });
    await using transport = open(url(server));
    const response = await transport.send(get);
    for (const code of characters) {
      expect(response.headers.get(`x-${code}`)?.[0]?.charCodeAt(0)).toBe(code);
    }
    expect(await response.body.text()).toBe("packed");
    expect((await (await transport.send({ ...get, path: "/large" })).body.text()) === large).toBe(true);
  });

  test("a stream that is not read gets no more than its window, and others go on", async () => {
    const total = 32 << 20;
    let sent = 0;
    await using server = await startHttp2((request, response) => {
      if (request.url === "/") return void response.end("b");
      const chunk = Buffer.alloc(1 << 16, "x");
      const pump = () => {
        while (sent < total) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", pump);
        }
        response.end();
      };
      pump();
    });
    await using transport = open(url(server));
    const { body } = await transport.send(watch);
    for (let before = -1; sent !== before; ) {
      before = sent;
      for (let i = 0; i < 50; i++) await (await transport.send({ ...get, path: "/" })).body.text();
    }
    expect(sent).toBeLessThan(12 << 20);
    let received = 0;
    for await (const chunk of body) received += chunk.length;
    expect(received).toBe(total);
    expect(server.accepted).toBe(1);
  });

  test.each(["abort", "deadline", "cancel"])(
    "%s of a request resets its stream, and the connection is another's",
    async (how) => {
      const clock = new ManualClock();
      const arrived = deferred();
      await using server = await startPeers(async (peer) => {
        const [first, reset, second] = [peer.received(HEADERS), peer.received(RST_STREAM), peer.received(HEADERS, 2)];
        await first;
        if (how === "cancel") peer.send(frame(HEADERS, 4, 1, ok));
        arrived.resolve();
        expect((await reset).payload).toEqual(uint32(8));
        peer.send(...answer((await second).streamId, "b"));
      });
      await using transport = open(url(server.listening), { clock });
      const controller = new AbortController();
      const sent = transport.send({ ...get, isStream: true, signal: controller.signal, timeoutMs: 1000 });
      if (how === "cancel") {
        (await sent).body.cancel();
      } else {
        const failure = failureOf(sent);
        await arrived.promise;
        if (how === "abort") controller.abort(new Error("enough"));
        else clock.advance(1000);
        expect(await failure).toMatchObject(how === "abort" ? { message: "enough" } : { code: "TIMEOUT" });
      }
      expect(await (await transport.send(get)).body.text()).toBe("b");
      expect(server.peers).toHaveLength(1);
      expect(clock.pending).toBe(0);
    },
  );

  test("what beforeSend throws sends nothing and leaves the connection to others", async () => {
    const urls: unknown[] = [];
    await using server = await startHttp2((request, response) => {
      urls.push(request.url);
      echo(request, response);
    });
    await using transport = open(url(server));
    const error = new Error("the lease is lost");
    const beforeSend = () => {
      throw error;
    };
    for (let time = 0; time < 2; time++) expect(await failureOf(transport.send({ ...post, beforeSend }))).toBe(error);
    await seen(transport.send({ ...get, path: "/later" }));
    expect([urls, server.accepted]).toEqual([["/later"], 1]);
  });

  test("http2: false makes the client speak HTTP/1.1 with a server that has both", async () => {
    const protocols: unknown[] = [];
    await using server = await startHttps(
      (request, response) => {
        protocols.push(request.httpVersion);
        response.end("a");
      },
      { tls: { ALPNProtocols: ["h2", "http/1.1"] } },
    );
    await using transport = open(url(server), { http2: false });
    await (await transport.send(get)).body.text();
    expect(protocols).toEqual(["1.1"]);
  });

  test("an idle connection does not keep the process alive, and a busy one does", async () => {
    const referenced = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
    let whileBusy = 0;
    await using server = await startHttp2((request, response) => {
      whileBusy = referenced();
      echo(request, response);
    });
    await using transport = open(url(server));
    for (let time = 0; time < 2; time++) {
      await seen(transport.send(get));
      expect(referenced()).toBe(whileBusy - 1);
    }
  });

  test("close ends what is under way and closes every connection", async () => {
    const arrived = deferred();
    await using server = await startHttp2((request, response) => {
      if (request.url?.includes("watch")) response.write("a");
      else arrived.resolve();
    });
    const transport = open(url(server));
    const { body } = await transport.send(watch);
    const silent = failureOf(transport.send(get));
    await arrived.promise;
    await transport.close();
    expect(await silent).toMatchObject({ code: "CLOSED" });
    expect(await failureOf(body.text())).toMatchObject({ code: "CLOSED" });
    await eventually(() => expect(server.sockets.size).toBe(0));
  });
});

describe("a server that leaves", () => {
  test("lets the requests end that it has seen, and the others, of any method, go over a new connection", async () => {
    await using server = await startPeers(async (peer, number) => {
      const second = await peer.received(HEADERS, number === 1 ? 2 : 1);
      if (number === 1) peer.send(frame(GOAWAY, 0, 0, uint32(1, 0)), ...answer(1, "first"));
      else peer.send(...answer(second.streamId, "second"));
    });
    await using transport = open(url(server.listening));
    const first = transport.send(post);
    const second = transport.send(post);
    expect(await (await first).body.text()).toBe("first");
    expect(await (await second).body.text()).toBe("second");
    await eventually(() => expect(server.listening.sockets.size).toBe(1));
  });

  test("and refuses a request lets it be sent again, but not forever", async () => {
    let requests = 0;
    await using server = await startPeers(async (peer) => {
      for (let number = 1; ; number++) {
        const { streamId } = await peer.received(HEADERS, number);
        requests++;
        peer.send(frame(RST_STREAM, 0, streamId, uint32(7)));
        if (requests === 5) return;
      }
    });
    await using transport = open(url(server.listening));
    const error = await failureOf(transport.send(post));
    expect(error).toMatchObject({ code: "CONNECTION_FAILED", message: expect.stringContaining("REFUSED_STREAM") });
    expect(requests).toBe(5);
  });

  test.each([
    ["GET", "answered"],
    ["POST", "CONNECTION_FAILED"],
  ] as const)("without a word after a %s on a connection that worked: %s", async (method, outcome) => {
    await using server = await startPeers(async (peer, number) => {
      peer.send(...answer((await peer.received(HEADERS)).streamId, "a"));
      await peer.received(HEADERS, 2);
      if (number === 1) peer.socket.destroy();
    });
    await using transport = open(url(server.listening));
    await (await transport.send(get)).body.text();
    const sent = transport.send({ ...get, method }).then(
      () => "answered",
      (error) => error.code,
    );
    expect(await sent).toBe(outcome);
  });

  test("in the middle of an answer is a lost connection, with what came before", async () => {
    await using server = await startPeers(async (peer) => {
      await peer.received(HEADERS);
      peer.send(frame(HEADERS, 4, 1, ok), frame(DATA, 0, 1, "abc"));
      await peer.received(HEADERS, 2);
      peer.socket.destroy();
    });
    await using transport = open(url(server.listening));
    const { body } = await transport.send(watch);
    const chunks = body[Symbol.asyncIterator]();
    expect(Buffer.from((await chunks.next()).value!).toString()).toBe("abc");
    const other = failureOf(transport.send(post));
    expect(await failureOf(chunks.next())).toMatchObject({
      code: "CONNECTION_LOST",
      message: expect.stringContaining("cut off after 3 bytes"),
    });
    expect(await other).toMatchObject({ code: "CONNECTION_FAILED" });
  });

  test("one request in the middle of an answer leaves the others alone", async () => {
    await using server = await startPeers(async (peer) => {
      await peer.received(HEADERS, 2);
      peer.send(frame(HEADERS, 4, 1, ok), frame(DATA, 0, 1, "abc"), frame(RST_STREAM, 0, 1, uint32(2)));
      peer.send(...answer(3, "other"));
    });
    await using transport = open(url(server.listening));
    const [first, second] = [transport.send(get), transport.send(get)];
    const error = await failureOf((await first).body.text());
    expect(error).toMatchObject({ code: "CONNECTION_LOST", message: expect.stringContaining("INTERNAL_ERROR") });
    expect(await (await second).body.text()).toBe("other");
  });
});

describe("a connection over which nothing comes any more, and which nobody closes", () => {
  test("is asked for a sign of life, and goes on when there is one", async () => {
    const clock = new ManualClock();
    await using server = await startPeers(async (peer) => {
      await peer.received(HEADERS);
      peer.send(frame(HEADERS, 4, 1, ok), frame(DATA, 0, 1, "a"));
      for (let number = 1; number <= 2; number++) {
        peer.send(frame(PING, 1, 0, (await peer.received(PING, number)).payload), frame(DATA, 0, 1, String(number)));
      }
    });
    await using transport = open(url(server.listening), { clock });
    const chunks = (await transport.send(watch)).body[Symbol.asyncIterator]();
    for (const text of ["a", "1", "2"]) {
      expect(Buffer.from((await chunks.next()).value!).toString()).toBe(text);
      clock.advance(30_000);
    }
    await chunks.return!();
    expect(clock.pending).toBe(0);
  });

  test("ends all that is on it when there is none, and the next request dials anew", async () => {
    const clock = new ManualClock();
    await using server = await startPeers(async (peer, number) => {
      if (number === 2) return peer.send(...answer((await peer.received(HEADERS)).streamId, "b"));
      await peer.received(HEADERS);
      peer.send(frame(HEADERS, 4, 1, ok), frame(DATA, 0, 1, "a"));
    });
    await using transport = open(url(server.listening), { clock });
    const chunks = (await transport.send(watch)).body[Symbol.asyncIterator]();
    await chunks.next();
    const next = failureOf(chunks.next());
    clock.advance(30_000);
    await server.peers[0]!.received(PING);
    clock.advance(15_000);
    expect(await next).toMatchObject({
      code: "CONNECTION_LOST",
      message: expect.stringContaining("no sign of life from the server"),
    });
    expect(await (await transport.send(get)).body.text()).toBe("b");
    expect(clock.pending).toBe(0);
  });

  test("is not used again after a request on it timed out", async () => {
    const clock = new ManualClock();
    const arrived = deferred();
    await using server = await startPeers(async (peer, number) => {
      const { streamId } = await peer.received(HEADERS);
      if (number === 2) peer.send(...answer(streamId, "b"));
      else arrived.resolve();
    });
    await using transport = open(url(server.listening), { clock });
    const failure = failureOf(transport.send({ ...get, timeoutMs: 30_000 }));
    await arrived.promise;
    clock.advance(30_000);
    expect(await failure).toMatchObject({ code: "TIMEOUT" });
    expect(await (await transport.send(get)).body.text()).toBe("b");
    await eventually(() => expect(server.listening.sockets.size).toBe(1));
  });
});

test("secrets are in no error and not shown by inspect", async () => {
  const secret = "s3cr3t-t0ken";
  await using server = await startPeers(async (peer) => {
    await peer.received(HEADERS);
    peer.send(frame(DATA, 0, 0, "x"));
  });
  await using transport = open({
    ...url(server.listening),
    credential: presenting({ headers: { authorization: `Bearer ${secret}` } }),
  });
  const error = await failureOf(transport.send(get));
  expect(inspect([error, transport], { depth: 20, showHidden: true })).not.toContain(secret);
});
