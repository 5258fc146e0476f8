import { describe, expect, test } from "vitest";
import type { OutgoingRequest } from "../../http/outgoing-request.ts";
import { OutputBuffer } from "../output-buffer.ts";
import { HeaderDecoder } from "./header-decoder.ts";
import { HeaderEncoder, headerBound } from "./header-encoder.ts";

const get: OutgoingRequest = {
  method: "GET",
  target: "/api/v1/pods?limit=5",
  authority: "127.0.0.1:6443",
  headers: ["accept", "application/json", "user-agent", "kubewright/1", "accept-encoding", "gzip"],
  secrets: [],
  hasLength: false,
  body: undefined,
  timeoutMs: 1000,
};

function encode(encoder: HeaderEncoder, request: OutgoingRequest, contentLength?: number): Buffer {
  const output = new OutputBuffer();
  output.reserve(headerBound(request));
  encoder.write(request, contentLength, output);
  return output.take()!;
}

function decode(decoder: HeaderDecoder, block: Buffer): string[] {
  return decoder.decode(block).map(({ name, value }) => `${name}: ${value}`);
}

const expected = [
  ":method: GET",
  ":scheme: https",
  ":path: /api/v1/pods?limit=5",
  ":authority: 127.0.0.1:6443",
  "accept: application/json",
  "user-agent: kubewright/1",
  "accept-encoding: gzip",
];

describe("the headers of a request", () => {
  test("are read as they were written, again and again, and take few bytes from the second time on", () => {
    const [encoder, decoder] = [new HeaderEncoder(), new HeaderDecoder(4096)];
    const first = encode(encoder, get);
    expect(decode(decoder, first)).toEqual(expected);
    const second = encode(encoder, get);
    expect(decode(decoder, second)).toEqual(expected);
    expect(second.length).toBe(2 + 2 + get.target.length + 4);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])("of %s have the method and the length of the body", (method) => {
    const headers = [...get.headers, "content-type", "application/json", "x-other", "1"];
    const block = encode(new HeaderEncoder(), { ...get, method, headers }, 1234);
    expect(decode(new HeaderDecoder(4096), block)).toEqual([
      `:method: ${method}`,
      ...expected.slice(1),
      "content-type: application/json",
      "x-other: 1",
      "content-length: 1234",
    ]);
  });

  test("are of any length, in UTF-8", () => {
    const name = "grüße 🚢";
    for (const length of [0, 126, 127, 128, 20_000, 300_000]) {
      const request = { ...get, target: `/${"x".repeat(length)}`, secrets: ["impersonate-user", name] };
      const headers = decode(new HeaderDecoder(1 << 20), encode(new HeaderEncoder(), request));
      expect(headers[2]).toBe(`:path: /${"x".repeat(length)}`);
      expect(headers.at(-1)).toBe(`impersonate-user: ${Buffer.from(name).toString("latin1")}`);
    }
  });

  test("that are secret are marked as never to be kept, each time", () => {
    const encoder = new HeaderEncoder();
    const request = { ...get, secrets: ["authorization", "Bearer s3cr3t", "impersonate-user", "alice"] };
    // A literal that is never indexed: the name's index in the standard table (23) or 0 and the name.
    const secret = Buffer.concat([
      Buffer.from("1f08", "hex"),
      Buffer.from("\x0dBearer s3cr3t"),
      Buffer.from("\x10\x10impersonate-user\x05alice"),
    ]);
    for (let time = 0; time < 2; time++) expect(encode(encoder, request).includes(secret)).toBe(true);
  });

  test("that do not fit into the table are sent in full", () => {
    const [encoder, decoder] = [new HeaderEncoder(), new HeaderDecoder(4096)];
    for (let agent = 0; agent < 200; agent++) {
      const request = { ...get, headers: ["user-agent", `agent ${agent}`] };
      expect(decode(decoder, encode(encoder, request)).at(-1)).toBe(`user-agent: agent ${agent}`);
    }
    expect(decode(decoder, encode(encoder, { ...get, headers: ["user-agent", "agent 0"] })).at(-1)).toBe(
      "user-agent: agent 0",
    );
  });

  test.each([0, 40, 100])("fit into a table that the server makes as small as %d bytes", (size) => {
    const [encoder, decoder] = [new HeaderEncoder(), new HeaderDecoder(4096)];
    decode(decoder, encode(encoder, get));
    encoder.resize(size);
    for (let time = 0; time < 3; time++) expect(decode(decoder, encode(encoder, get))).toEqual(expected);
  });
});
