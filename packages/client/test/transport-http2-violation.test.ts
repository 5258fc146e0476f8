import type { ApiRequest } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import {
  CONTINUATION,
  DATA,
  frame,
  GOAWAY,
  HEADERS,
  Http2Peer,
  ok,
  PING,
  PUSH_PROMISE,
  type ReceivedFrame,
  RST_STREAM,
  SETTINGS,
  uint32,
  WINDOW_UPDATE,
} from "./http2-peer.ts";
import { open, startRawHttp2 } from "./transport-fixture.ts";

const get: ApiRequest = { method: "GET", path: "/api/v1/pods" };
const settings = frame(SETTINGS, 0, 0);
const head = frame(HEADERS, 4, 1, ok);

function setting(name: number, value: number): Buffer {
  return frame(SETTINGS, 0, 0, Buffer.concat([Buffer.from([0, name]), uint32(value)]));
}

/** Headers as literals that go into no table. */
function literals(...fields: readonly [name: string, value: string][]): string {
  return fields
    .map(([name, value]) => `\0${String.fromCharCode(name.length)}${name}${String.fromCharCode(value.length)}${value}`)
    .join("");
}

interface Outcome {
  readonly error?: Error & { code?: string };
  readonly text?: string;
  /** The first frame of the wanted type. */
  readonly wanted?: ReceivedFrame;
}

/** What a request fails with, or its body, when the server sends these frames after it got the headers, and what it gets then. */
async function outcome(frames: readonly Buffer[], wanted?: number): Promise<Outcome> {
  let peer: Http2Peer | undefined;
  await using server = await startRawHttp2((socket) => {
    const accepted = new Http2Peer(socket);
    peer = accepted;
    void accepted.received(HEADERS).then(() => accepted.send(...frames));
  });
  await using transport = open({ server: `https://127.0.0.1:${server.port}` });
  const result = await transport
    .send(get)
    .then(({ body }) => body.text())
    .then(
      (text) => ({ text }),
      (error: Error) => ({ error }),
    );
  return wanted === undefined ? result : { ...result, wanted: await peer!.received(wanted) };
}

describe("a server is told off, and the request fails with what it did, when it sends", () => {
  test.each<[what: string, frames: Buffer[], problem: string]>([
    ["no settings first", [head], "another frame before the settings"],
    ["HTTP/1.1", [Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")], "a frame of 4740180 bytes"],
    ["data on the connection itself", [settings, frame(DATA, 0, 0, "x")], "on stream 0"],
    ["headers on the connection itself", [settings, frame(HEADERS, 4, 0, ok)], "on stream 0"],
    ["data on a stream that nobody opened", [settings, frame(DATA, 0, 3, "x")], "on stream 3, which nobody opened"],
    ["headers on a stream of its own", [settings, frame(HEADERS, 4, 2, ok)], "on stream 2, which nobody opened"],
    ["a reset of a stream that nobody opened", [settings, frame(RST_STREAM, 0, 5, uint32(8))], "on stream 5"],
    ["settings on a stream", [settings, frame(SETTINGS, 0, 1)], "on stream 1"],
    ["a ping on a stream", [settings, frame(PING, 0, 1, "12345678")], "on stream 1"],
    ["a short ping", [settings, frame(PING, 0, 0, "1")], "a ping of 1 bytes"],
    ["broken settings", [frame(SETTINGS, 0, 0, "12345")], "settings of 5 bytes"],
    ["a window that is too large", [setting(4, 2 ** 31)], "a window of 2147483648 bytes"],
    ["a frame size that is too small", [setting(5, 100)], "a frame size of 100 bytes"],
    ["a wish for pushes", [setting(2, 1)], "pushes"],
    ["a push", [settings, frame(PUSH_PROMISE, 4, 1, uint32(2))], "a push"],
    ["a short GOAWAY", [settings, frame(GOAWAY, 0, 0, "1234")], "a GOAWAY of 4 bytes"],
    ["a window that grows by nothing", [settings, frame(WINDOW_UPDATE, 0, 0, uint32(0))], "grows by nothing"],
    ["a window of a stream that grows by nothing", [settings, frame(WINDOW_UPDATE, 0, 1, uint32(0))], "by nothing"],
    ["a window that overflows", [settings, frame(WINDOW_UPDATE, 0, 0, uint32(2 ** 31 - 1))], "more than 2^31-1"],
    ["a window update of another size", [settings, frame(WINDOW_UPDATE, 0, 0, "123")], "a frame of 3 bytes"],
    ["a continuation of nothing", [settings, frame(CONTINUATION, 4, 1, ok)], "did not begin"],
    ["something within headers", [settings, frame(HEADERS, 0, 1, ok), frame(PING, 0, 0, "12345678")], "within headers"],
    ["data within headers", [settings, frame(HEADERS, 0, 1, ok), frame(DATA, 1, 1, "x")], "within headers"],
    ["headers that cannot be read", [settings, frame(HEADERS, 4, 1, "\xff\xff\xff\xff\xff\xff\xff")], "too large"],
    [
      "headers in endless frames",
      [settings, frame(HEADERS, 0, 1, ok), ...Array.from({ length: 100 }, () => frame(CONTINUATION, 0, 1))],
      "too many frames",
    ],
    [
      "headers that grow without end",
      [
        settings,
        frame(HEADERS, 0, 1, `${ok}\x40\x01a\x7f\x81\x1e${"x".repeat(3968)}`),
        frame(CONTINUATION, 4, 1, "\xbe".repeat(10_000)),
      ],
      "headers of more than 262144 bytes",
    ],
  ])("%s", async (_what, frames, problem) => {
    const { error, wanted } = await outcome(frames, GOAWAY);
    expect(error).toMatchObject({
      code: "UNEXPECTED_RESPONSE",
      message: expect.stringMatching(/does not answer with HTTP\/2 \(got .*http2: false/),
    });
    expect(error?.message).toContain(problem);
    expect(wanted?.payload).toHaveLength(8);
  });
});

describe("one answer is refused, and the connection stays, for", () => {
  test.each<[what: string, frames: Buffer[], problem: string]>([
    ["data before its headers", [frame(DATA, 1, 1, "x")], "data before the headers"],
    ["no status", [frame(HEADERS, 5, 1, literals(["x", "y"]))], "does not begin with its status"],
    ["a status that is none", [frame(HEADERS, 5, 1, literals([":status", "2x"]))], 'the status "2x"'],
    ["a second status", [frame(HEADERS, 5, 1, `${ok}${ok}`)], "the pseudo header :status"],
    ["a switch of protocols", [frame(HEADERS, 4, 1, literals([":status", "101"]))], "switch of protocols"],
    ["an announcement of nothing", [frame(HEADERS, 5, 1, literals([":status", "103"]))], "no answer after"],
    [
      "chunks of HTTP/1.1",
      [frame(HEADERS, 5, 1, ok + literals(["transfer-encoding", "chunked"]))],
      "transfer-encoding",
    ],
    [
      "two lengths",
      [frame(HEADERS, 5, 1, ok + literals(["content-length", "1"], ["content-length", "2"]))],
      "content-length",
    ],
    ["headers within its body", [head, frame(DATA, 0, 1, "x"), frame(HEADERS, 4, 1, ok)], "headers within a body"],
    [
      "less than its length",
      [frame(HEADERS, 4, 1, ok + literals(["content-length", "5"])), frame(DATA, 1, 1, "abc")],
      "cut off after 3 of 5 bytes",
    ],
    [
      "more than its length",
      [frame(HEADERS, 4, 1, ok + literals(["content-length", "2"])), frame(DATA, 1, 1, "abc")],
      "more data than the content-length 2",
    ],
  ])("%s", async (_what, frames, problem) => {
    const { error, wanted } = await outcome([settings, ...frames], RST_STREAM);
    expect(error).toMatchObject({ code: "UNEXPECTED_RESPONSE" });
    expect(error?.message).toContain(problem);
    expect(wanted).toMatchObject({ streamId: 1, payload: uint32(1) });
  });
});

describe("an answer is read", () => {
  test.each<[what: string, frames: Buffer[]]>([
    ["after announcements", [frame(HEADERS, 4, 1, literals([":status", "103"])), head, frame(DATA, 1, 1, "abc")]],
    ["with what follows its body", [head, frame(DATA, 0, 1, "abc"), frame(HEADERS, 5, 1, literals(["x-t", "1"]))]],
    [
      "whose headers are cut up",
      [frame(HEADERS, 0, 1, ok), frame(CONTINUATION, 0, 1), frame(CONTINUATION, 4, 1), frame(DATA, 1, 1, "abc")],
    ],
    [
      "with padding and priority",
      [frame(HEADERS, 0x2c, 1, `\x02\0\0\0\0\x10${ok}\0\0`), frame(DATA, 9, 1, "\x01abc\0")],
    ],
    [
      "between frames that nobody knows",
      [frame(99, 0xff, 0, "?"), head, frame(99, 0, 1, "?"), frame(99, 0, 8, "?"), frame(DATA, 1, 1, "abc")],
    ],
    ["between pings, which are answered", [frame(PING, 0, 0, "12345678"), head, frame(DATA, 1, 1, "abc")]],
  ])("%s", async (what, frames) => {
    const isPing = what.startsWith("between pings");
    const { text, wanted } = await outcome([settings, ...frames], isPing ? PING : undefined);
    expect(text).toBe("abc");
    if (isPing) expect(wanted).toMatchObject({ flags: 1, payload: Buffer.from("12345678") });
  });
});
