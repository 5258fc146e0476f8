import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { ServerSocket } from "./server-socket.ts";

test("a connection whose other end neither reads nor sends any more ends the request", async () => {
  // As a socket is whose peer has closed: it never comes to the end of what it has to write.
  const stuck = new Duplex({ allowHalfOpen: false, read() {}, write() {} });
  const told: string[] = [];
  const note = (what: string) => () => void told.push(what);
  const socket = new ServerSocket(Object.assign(stuck, { ref() {}, unref() {} }) as unknown as Socket, {
    onIdle: note("idle"),
    onClosed: note("closed"),
  });
  const broken = new Promise<void>((resolve) => {
    socket.start("POST", "POST / HTTP/1.1\r\n\r\n", {
      onHead: note("head"),
      onData: note("data"),
      onEnd: note("end"),
      onBroken() {
        told.push("broken");
        resolve();
      },
    });
  });
  stuck.push(null);
  await broken;
  expect(told).toEqual(["closed", "broken"]);
});
