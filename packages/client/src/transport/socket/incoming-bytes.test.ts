import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { IncomingBytes, readsInto, receiveFrom } from "./incoming-bytes.ts";

/** As Node does when something came in: into the buffer it was given, of which it says how much is filled. */
function fill({ onread }: IncomingBytes, content: string): boolean {
  const { buffer, callback } = onread;
  const target = typeof buffer === "function" ? buffer() : buffer;
  target.set(Buffer.from(content));
  return callback(content.length, target);
}

test.each([
  { what: "little", content: "a".repeat(10) },
  { what: "almost half a buffer", content: "a".repeat(8191) },
  { what: "half a buffer", content: "a".repeat(8192) },
  { what: "a whole buffer", content: "a".repeat(16_384) },
])("$what stays as it came while more comes in", ({ content }) => {
  const bytes = new IncomingBytes();
  const chunks: Buffer[] = [];
  bytes.begin((chunk) => void chunks.push(chunk));
  expect(fill(bytes, content)).toBe(true);
  expect(fill(bytes, "b".repeat(content.length))).toBe(true);
  expect(chunks.map(String)).toEqual([content, "b".repeat(content.length)]);
});

test("little that comes again and again is read into one buffer", () => {
  const bytes = new IncomingBytes();
  bytes.begin(() => {});
  const buffers = new Set<unknown>();
  for (let n = 0; n < 100; n++) {
    buffers.add((bytes.onread.buffer as () => unknown)());
    fill(bytes, "a".repeat(1000));
  }
  expect(buffers.size).toBe(1);
});

test("what comes before anybody asks is told first, and stops the reading until then", () => {
  const bytes = new IncomingBytes();
  expect(fill(bytes, "one")).toBe(false);
  expect(fill(bytes, "two")).toBe(false);
  const told: string[] = [];
  const socket = Object.assign(new Duplex(), { resume: () => void told.push("reads on") }) as unknown as Socket;
  readsInto(socket, bytes);
  receiveFrom(socket, (chunk) => void told.push(String(chunk)));
  expect(fill(bytes, "three")).toBe(true);
  expect(told).toEqual(["one", "two", "reads on", "three"]);
});

test("a socket that reads for itself is listened to", () => {
  const socket = new Duplex({ read() {} });
  const told: string[] = [];
  receiveFrom(socket as unknown as Socket, (chunk) => void told.push(String(chunk)));
  socket.emit("data", Buffer.from("one"));
  expect(told).toEqual(["one"]);
});
