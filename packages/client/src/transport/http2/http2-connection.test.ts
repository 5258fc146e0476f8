import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { ManualClock } from "@kubewright/api";
import { expect, test } from "vitest";
import type { ConnectionOwner } from "../http/server-connection.ts";
import { Http2Connection } from "./http2-connection.ts";

/** A socket whose other end takes nothing, or all. */
class FakeSocket extends Duplex {
  readonly taken: Buffer[] = [];
  isStuck = true;
  override _read(): void {}
  override _write(chunk: Buffer, _encoding: string, callback: () => void): void {
    if (this.isStuck) return;
    this.taken.push(chunk);
    callback();
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

const owner: ConnectionOwner = { onFreed() {}, onRoom() {}, onClosed() {} };

const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function connect(): { socket: FakeSocket; connection: Http2Connection } {
  const socket = new FakeSocket();
  return { socket, connection: new Http2Connection(socket as unknown as Socket, owner, new ManualClock()) };
}

test("a connection whose socket is gone takes no request, before it closes", () => {
  const { socket, connection } = connect();
  expect(connection.hasRoom).toBe(true);
  socket.destroy();
  expect(connection.hasRoom).toBe(false);
});

test("a server that asks and takes no answers is cut off", async () => {
  const { socket } = connect();
  const ping = Buffer.from([0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const pings = Buffer.concat(Array.from({ length: 4000 }, () => ping));
  socket.push(settings);
  let sent = 0;
  for (; sent < 100 && !socket.destroyed; sent++) {
    socket.push(pings);
    await turn();
  }
  expect(socket.destroyed).toBe(true);
  expect(sent * pings.length).toBeLessThan(3 << 20);
});

test("what comes for a request that was given up counts as taken, so that others get theirs", async () => {
  const { socket, connection } = connect();
  socket.isStuck = false;
  const request = { method: "GET", target: "/", authority: "a", headers: [], secrets: [], hasLength: false };
  const channel = connection.open(false);
  channel.start({ ...request, body: undefined, timeoutMs: 1 }, { onHead() {}, onData() {}, onEnd() {}, onBroken() {} });
  channel.abandon();
  const data = Buffer.concat([Buffer.from([0, 64, 0, 0, 0, 0, 0, 0, 1]), Buffer.alloc(16_384)]);
  socket.push(settings);
  for (let count = 0; count < 1024; count++) socket.push(data);
  await turn();
  await turn();
  const grant = Buffer.from([0, 0, 4, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
  expect(Buffer.concat(socket.taken).includes(grant)).toBe(true);
  expect(connection.hasRoom).toBe(true);
});
