import { describe, expect, test } from "vitest";
import { FrameReader } from "./frame-reader.ts";

function frame(type: number, flags: number, streamId: number, payload: string): Buffer {
  const bytes = Buffer.alloc(9);
  bytes.writeUIntBE(payload.length, 0, 3);
  bytes[3] = type;
  bytes[4] = flags;
  bytes.writeUInt32BE(streamId, 5);
  return Buffer.concat([bytes, Buffer.from(payload, "latin1")]);
}

/** What comes of `bytes` in pieces of `size`; data of one frame together. */
function read(bytes: Buffer, size: number): string[] {
  const seen: string[] = [];
  let data = "";
  let flow = 0;
  const reader = new FrameReader({
    onData(streamId, part, flowBytes, isEnd) {
      data += part.toString("latin1");
      flow += flowBytes;
      if (isEnd) seen.push(`data ${streamId} ${data} ${flow}`);
    },
    onFrame: (type, flags, streamId, payload) =>
      void seen.push(`${type} ${flags} ${streamId} ${payload.toString("latin1")}`),
  });
  for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size));
  return seen;
}

const frames = Buffer.concat([
  frame(4, 0, 0, "abcdef"),
  frame(0, 0, 1, "hello "),
  frame(0, 0, 1, ""),
  frame(1, 4, 3, "headers"),
  frame(0, 0x8, 1, "\x03wor\0\0\0"),
  frame(0, 0x9, 1, "\x00ld"),
  frame(0, 1, 0x80000005 >>> 0, "r"),
  frame(0, 1, 7, ""),
  frame(99, 0xff, 0x7fffffff, ""),
]);

describe("frames", () => {
  test.each([1, 2, 3, 7, 8, 9, 10, 17, 1000])("are the same when they come in pieces of %d bytes", (size) => {
    expect(read(frames, size)).toEqual([
      "4 0 0 abcdef",
      "1 4 3 headers",
      "data 1 hello world 16",
      "data 5 hello worldr 17",
      "data 7 hello worldr 17",
      "99 255 2147483647 ",
    ]);
  });

  test("of data are passed on before they are whole", () => {
    const parts: string[] = [];
    const reader = new FrameReader({
      onData: (_stream, part, flowBytes, isEnd) => void parts.push(`${part} ${flowBytes} ${isEnd}`),
      onFrame() {},
    });
    const bytes = frame(0, 1, 1, "abcdef");
    reader.feed(bytes.subarray(0, 12));
    expect(parts).toEqual(["abc 3 false"]);
    reader.feed(bytes.subarray(12));
    expect(parts).toEqual(["abc 3 false", "def 3 true"]);
  });

  test.each([
    ["data longer than allowed", Buffer.from("004001000000000001", "hex"), "a frame of 16385 bytes"],
    ["headers longer than allowed", Buffer.from("ffffff010400000001", "hex"), "a frame of 16777215 bytes"],
    ["more padding than data", frame(0, 0x8, 1, "\x03ab"), "padding"],
    ["a padded frame without a length of it", frame(0, 0x8, 1, ""), "padding"],
  ])("with %s are refused", (_name, bytes, problem) => {
    expect(() => read(bytes, bytes.length)).toThrow(problem);
  });
});
