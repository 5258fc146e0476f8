import { ManualClock } from "@kubewright/api";
import type { ApiRequest } from "@kubewright/client";
import { eventually } from "@kubewright/testing";
import { describe, expect, test } from "vitest";
import { deferred } from "./deferred.ts";
import { DATA, frame, GOAWAY, HEADERS, Http2Peer, ok, RST_STREAM, SETTINGS, uint32 } from "./http2-peer.ts";
import { failureOf, open, startHttp2, startRawHttp2 } from "./transport-fixture.ts";

const get: ApiRequest = { method: "GET", path: "/api/v1/pods" };
const post: ApiRequest = { method: "POST", path: "/api/v1/pods", body: "{}" };
const watch: ApiRequest = { ...get, path: "/api/v1/pods?watch=true", isStream: true };

function url({ port }: { port: number }): { server: string } {
  return { server: `https://127.0.0.1:${port}` };
}

/** A server of which each connection is a peer, which has sent these settings. */
async function startPeers(onPeer: (peer: Http2Peer, number: number) => Promise<void>, settings: Buffer | string = "") {
  let count = 0;
  return await startRawHttp2((socket) => {
    const peer = new Http2Peer(socket);
    peer.send(frame(SETTINGS, 0, 0, settings));
    void onPeer(peer, ++count);
  });
}

/** Answers the stream with a body of one frame. */
function answer(streamId: number, body: string): Buffer[] {
  return [frame(HEADERS, 4, streamId, ok), frame(DATA, 1, streamId, body)];
}

function maxStreams(count: number): Buffer {
  return Buffer.concat([Buffer.from([0, 3]), uint32(count)]);
}

describe("a request that is reset without an answer", () => {
  test("fails and is not sent again at once, also on a connection that others keep in use", async () => {
    let requests = 0;
    await using server = await startPeers(async (peer) => {
      peer.send(frame(HEADERS, 4, (await peer.received(HEADERS)).streamId, ok));
      for (let number = 2; ; number++) {
        const { streamId } = await peer.received(HEADERS, number);
        peer.send(...(++requests < 50 ? [frame(RST_STREAM, 0, streamId, uint32(2))] : answer(streamId, "a")));
      }
    });
    await using transport = open(url(server));
    await transport.send(watch);
    expect(await failureOf(transport.send(get))).toMatchObject({
      code: "CONNECTION_FAILED",
      message: expect.stringContaining("INTERNAL_ERROR"),
    });
    expect(requests).toBe(1);
  });
});

describe("a request that has a place on a connection and is not sent yet", () => {
  test("goes over another when the server leaves in that moment", async () => {
    await using server = await startPeers(async (peer, number) => {
      const { streamId } = await peer.received(HEADERS);
      if (number === 1) peer.send(...answer(1, "first"), frame(GOAWAY, 0, 0, uint32(1, 0)));
      else peer.send(...answer(streamId, "second"));
    });
    await using transport = open(url(server), { maxConnections: 1 });
    const [first, second] = [transport.send(post), transport.send(post)];
    expect(await (await first).body.text()).toBe("first");
    expect(await (await second).body.text()).toBe("second");
  });
});

describe("where a server takes few streams", () => {
  test.each(["GET", "POST"] as const)("many a %s at once are all answered", async (method) => {
    await using server = await startHttp2((_request, response) => void setImmediate(() => response.end("a")), {
      settings: { maxConcurrentStreams: 5 },
    });
    await using transport = open(url(server));
    const answers = Array.from({ length: 100 }, async () => (await transport.send({ ...get, method })).body.text());
    expect(await Promise.all(answers)).toEqual(answers.map(() => "a"));
  });

  test("and none at all, a request fails, and no connection stays", async () => {
    await using server = await startPeers(async (peer) => {
      const { streamId } = await peer.received(HEADERS);
      peer.send(frame(RST_STREAM, 0, streamId, uint32(7)));
    }, maxStreams(0));
    await using transport = open(url(server));
    expect(await failureOf(transport.send(post))).toMatchObject({
      message: expect.stringMatching(/REFUSED_STREAM.*has not acted/),
    });
    expect(server.accepted).toBe(5);
    await eventually(() => expect(server.sockets.size).toBe(0));
  });
});

test("a connection that is dead is not used for ever by requests that soon give up", async () => {
  const clock = new ManualClock();
  const arrived = [deferred(), deferred()];
  await using server = await startPeers(async (peer, number) => {
    peer.send(...answer((await peer.received(HEADERS)).streamId, number === 1 ? "a" : "b"));
    for (const [index, { resolve }] of arrived.entries()) {
      await peer.received(HEADERS, index + 2);
      resolve();
    }
  });
  await using transport = open(url(server), { clock });
  expect(await (await transport.send(get)).body.text()).toBe("a");
  for (const { promise } of arrived) {
    const failure = failureOf(transport.send({ ...get, timeoutMs: 3000 }));
    await promise;
    clock.advance(3000);
    expect(await failure).toMatchObject({ code: "TIMEOUT" });
  }
  expect(await (await transport.send({ ...get, timeoutMs: 3000 })).body.text()).toBe("b");
  expect(clock.pending).toBe(0);
});

test("headers of an answer that nobody waits for still fill the table of the connection", async () => {
  const aborted = new AbortController();
  const arrived = deferred();
  await using server = await startPeers(async (peer) => {
    await peer.received(HEADERS);
    arrived.resolve();
    await peer.received(RST_STREAM);
    peer.send(frame(HEADERS, 4, 1, `${ok}\x40\x03x-a\x01b`), frame(DATA, 1, 1, "late"));
    const { streamId } = await peer.received(HEADERS, 2);
    peer.send(frame(HEADERS, 4, streamId, `${ok}\xbe`), frame(DATA, 1, streamId, "c"));
  });
  await using transport = open(url(server));
  const failure = failureOf(transport.send({ ...get, signal: aborted.signal }));
  await arrived.promise;
  aborted.abort(new Error("enough"));
  await failure;
  const response = await transport.send(get);
  expect([response.headers.get("x-a"), await response.body.text()]).toEqual([["b"], "c"]);
});
