import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { Http1Connection } from "./http1-connection.ts";

test("a connection whose other end neither reads nor sends any more ends the request", async () => {
  // As a socket is whose peer has closed: it never comes to the end of what it has to write.
  const stuck = new Duplex({ allowHalfOpen: false, read() {}, write() {} });
  const told: string[] = [];
  const note = (what: string) => () => void told.push(what);
  const connection = new Http1Connection(Object.assign(stuck, { ref() {}, unref() {} }) as unknown as Socket, {
    onFreed: note("freed"),
    onRoom: note("room"),
    onClosed: note("closed"),
  });
  const request = {
    method: "POST",
    target: "/",
    authority: "a",
    headers: [],
    secrets: [],
    hasLength: true,
    body: "",
    timeoutMs: 1,
  };
  const broken = new Promise<void>((resolve) => {
    connection.open(false).start(request, {
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
  expect(told).toEqual(["closed", "broken", "freed"]);
});
