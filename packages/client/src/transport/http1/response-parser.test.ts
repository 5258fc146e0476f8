import { describe, expect, test } from "vitest";
import { ResponseParser } from "./response-parser.ts";

interface Read {
  status?: number;
  headers?: Record<string, readonly string[]>;
  body: string;
  isDone: boolean;
  isPersistent: boolean;
}

/** Feeds `text` in pieces of `size` bytes, and then the server's close if asked. */
function read(text: string, options: { method?: string; size?: number; close?: boolean } = {}): Read {
  const result: Read = { body: "", isDone: false, isPersistent: false };
  const chunks: Buffer[] = [];
  const parser = new ResponseParser({
    onHead(head) {
      result.status = head.status;
      result.headers = Object.fromEntries(head.headers);
    },
    onData: (chunk) => chunks.push(Buffer.from(chunk)),
    onEnd() {
      result.isDone = true;
    },
  });
  parser.begin(options.method ?? "GET");
  const bytes = Buffer.from(text, "latin1");
  const size = options.size ?? bytes.length;
  for (let at = 0; at < bytes.length; at += size) parser.feed(bytes.subarray(at, at + size));
  if (options.close) parser.finish();
  result.body = Buffer.concat(chunks).toString("latin1");
  result.isPersistent = parser.isPersistent;
  return result;
}

const answers: [name: string, text: string, expected: Partial<Read>, options?: { method?: string; close?: boolean }][] =
  [
    [
      "a body of known length",
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: 1\r\nx-a:  2 \r\n\r\nhello",
      { status: 200, headers: { "content-length": ["5"], "x-a": ["1", "2"] }, body: "hello", isDone: true },
    ],
    ["no body", "HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n", { status: 201, body: "", isDone: true }],
    [
      "chunks, with extensions and trailers",
      "HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n3;x=y\r\nabc\r\n0A\r\n0123456789\r\n0\r\nx-trailer: 1\r\n\r\n",
      { body: "abc0123456789", isDone: true, isPersistent: true },
    ],
    [
      "a body until the close",
      "HTTP/1.1 200 OK\r\n\r\nabc",
      { body: "abc", isDone: true, isPersistent: false },
      { close: true },
    ],
    ["a status without a phrase", "HTTP/1.1 404\r\ncontent-length: 0\r\n\r\n", { status: 404, isDone: true }],
    ["204 without a length", "HTTP/1.1 204 No Content\r\n\r\n", { status: 204, isDone: true, isPersistent: true }],
    ["304, whose length is that of another answer", "HTTP/1.1 304 N\r\ncontent-length: 9\r\n\r\n", { isDone: true }],
    [
      "100 Continue before the answer",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok",
      { status: 200, body: "ok", isDone: true },
    ],
    [
      "connection: close",
      "HTTP/1.1 200 OK\r\nconnection: Close\r\ncontent-length: 1\r\n\r\na",
      { body: "a", isDone: true, isPersistent: false },
    ],
    [
      "HTTP/1.0",
      "HTTP/1.0 400 Bad Request\r\n\r\nno",
      { status: 400, body: "no", isPersistent: false },
      { close: true },
    ],
    [
      "HTTP/1.0 that stays open",
      "HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 1\r\n\r\na",
      { isDone: true, isPersistent: true },
    ],
    [
      "an opened tunnel, whatever its headers say",
      "HTTP/1.1 200 Connection established\r\ntransfer-encoding: chunked\r\n\r\n",
      { status: 200, isDone: true },
      { method: "CONNECT" },
    ],
    ["the same length twice", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 1\r\n\r\na", { isDone: true }],
  ];

describe("ResponseParser", () => {
  describe.each([undefined, 1, 2, 3, 7])("in pieces of %s bytes", (size) => {
    test.each(answers)("reads %s", (_name, text, expected, options) => {
      expect(read(text, { ...options, ...(size !== undefined && { size }) })).toMatchObject(expected);
    });
  });

  test.each([
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n", "content-length"],
    ["a list of lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1, 1\r\n\r\n", "content-length"],
    ["a negative length", "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n", "content-length"],
    ["length and chunks", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n", "both"],
    ["an unknown transfer encoding", "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n", "gzip"],
    ["a folded header", "HTTP/1.1 200 OK\r\nx: a\r\n b\r\n\r\n", "header line"],
    ["a space before the colon", "HTTP/1.1 200 OK\r\nx : a\r\n\r\n", "header line"],
    ["a header without a name", "HTTP/1.1 200 OK\r\n: a\r\n\r\n", "header line"],
    ["a bad status", "HTTP/1.1 20 OK\r\n\r\n", "status line"],
    ["HTTP/2", "HTTP/2 200 OK\r\n\r\n", "status line"],
    ["a switch of protocols", "HTTP/1.1 101 Switching\r\n\r\n", "switch"],
    ["a bad chunk size", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n-1\r\n", "chunk size"],
    ["a chunk size with a sign", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n+1\r\na\r\n", "chunk size"],
    ["a chunk that is too long", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nab\r\n", "chunk"],
    ["a bare line feed after a size", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\na\r\n", "line break"],
    ["surplus bytes", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nab", "belong to no answer"],
    ["endless headers", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(300_000)}`, "256 KiB"],
    ["something else than HTTP", "SSH-2.0-OpenSSH", "not HTTP"],
    ["a TLS alert", "\x15\x03\x01\x00\x02\x02\x16", "TLS"],
  ])("refuses %s", (_name, text, problem) => {
    expect(() => read(text)).toThrow(problem);
  });

  test.each([
    ["within the head", "HTTP/1.1 200 OK\r\nconte"],
    ["within a body of known length", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhell"],
    ["within a chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhell"],
    ["before the last chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n"],
    ["within the trailer", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n"],
  ])("a close %s is no end", (_name, text) => {
    const parser = new ResponseParser({ onHead() {}, onData() {}, onEnd() {} });
    parser.begin("GET");
    parser.feed(Buffer.from(text));
    expect(parser.finish()).toBe(false);
  });

  test("hands nothing on after it was stopped in the middle of its bytes", () => {
    const data: string[] = [];
    const parser = new ResponseParser({
      onHead() {},
      onData(chunk) {
        data.push(chunk.toString());
        parser.stop();
      },
      onEnd: () => data.push("end"),
    });
    parser.begin("GET");
    parser.feed(Buffer.from("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n0\r\n\r\n"));
    expect(data).toEqual(["a"]);
  });
});
