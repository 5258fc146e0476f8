import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { IncomingBytes, readsInto, receiveFrom } from "./incoming-bytes.ts";

/** As Node does when something came in: into the buffer that it was given, of which it says how much is filled. */
function fill({ onread: { buffer, callback } }: IncomingBytes, content: string): boolean {
  const target = buffer as Uint8Array;
  target.set(Buffer.from(content));
  return callback(content.length, target);
}

test.each([1, 10, 4095, 4096, 8192, 16_384])("%i bytes stay as they came while more comes in", (length) => {
  const bytes = new IncomingBytes();
  const chunks: Buffer[] = [];
  bytes.begin((chunk) => void chunks.push(chunk));
  expect(fill(bytes, "a".repeat(length))).toBe(true);
  expect(fill(bytes, "b".repeat(length))).toBe(true);
  expect(chunks.map(String)).toEqual(["a".repeat(length), "b".repeat(length)]);
});

test("there is one buffer, whatever comes", () => {
  // One that changes is not noticed by Node in a turn in which something else throws: it would go on writing into the old one.
  const { onread } = new IncomingBytes();
  expect(onread.buffer).toBeInstanceOf(Uint8Array);
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
