import { connect as connectSocket, type Socket } from "node:net";
import { ManualClock } from "@kubewright/api";
import { Pod } from "@kubewright/api/core/v1";
import { ApiClient, type WatchEvent } from "@kubewright/client";
import { expect, test } from "vitest";
import { type Listening, open, startHttps, startTcp } from "./transport-fixture.ts";

const added = { type: "ADDED", object: Pod.of({ metadata: { name: "a" }, spec: { containers: [] } }) };

interface ApiServer {
  readonly listening: Listening;
  /** Sends text to the watch that is open. */
  write(text: string): void;
}

async function startApiServer(): Promise<ApiServer> {
  let write: (text: string) => void = () => {};
  const listening = await startHttps((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    write = (text) => void response.write(text);
    write(`${JSON.stringify(added)}\n`);
  });
  return { listening, write: (text) => write(text) };
}

/** Forwards bytes both ways until told to stop; connections stay open then. */
class ForwardingProxy {
  readonly #pairs: [near: Socket, far: Socket][] = [];

  /** Takes a connection and makes one to the port `target` for it. */
  accept(near: Socket, target: number): void {
    const far = connectSocket(target, "127.0.0.1");
    this.#pairs.push([near, far]);
    for (const socket of [near, far]) socket.on("error", () => {});
    near.pipe(far).pipe(near);
  }

  /** The connection to the client. */
  get near(): Socket {
    return this.#pairs[0]![0];
  }

  stopForwarding(): void {
    for (const [near, far] of this.#pairs) {
      near.unpipe(far).resume();
      far.unpipe(near).resume();
    }
  }

  close(): void {
    for (const socket of this.#pairs.flat()) socket.destroy();
  }
}

/** Resolves when it is closed, also when the other side resets it. */
function closeOf(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once("close", resolve));
}

async function watchThroughProxy() {
  const server = await startApiServer();
  const proxy = new ForwardingProxy();
  const nearServer = await startTcp((socket) => proxy.accept(socket, server.listening.port));
  const transport = open({ server: `https://127.0.0.1:${nearServer.port}` });
  const clock = new ManualClock();
  const client = new ApiClient({ transport, clock, random: () => 0 });
  const events: AsyncIterator<WatchEvent> = client.watch(Pod)[Symbol.asyncIterator]();
  expect((await events.next()).value).toEqual(added);
  return {
    server,
    proxy,
    clock,
    events,
    async [Symbol.asyncDispose](): Promise<void> {
      await client.close();
      proxy.close();
      await nearServer[Symbol.asyncDispose]();
      await server.listening[Symbol.asyncDispose]();
    },
  };
}

test("a connection over which nothing comes any more, and which nobody closes, is noticed and closed", async () => {
  await using watch = await watchThroughProxy();
  const { server, proxy, clock, events } = watch;
  proxy.stopForwarding();
  server.write(`${JSON.stringify(added)}\n`);
  const next = events.next();
  next.catch(() => {});
  const closed = closeOf(proxy.near);
  clock.advance(250_000);
  await expect(next).rejects.toMatchObject({
    code: "WATCH_STALLED",
    message: expect.stringContaining("the watch of Pod got nothing for 250000 ms"),
  });
  await closed;
  expect(clock.pending).toBe(0);
});

test("a connection that breaks in the middle of an event is an error", async () => {
  await using watch = await watchThroughProxy();
  const { server, proxy, events } = watch;
  server.write('{"type":"ADDED","obj');
  const next = events.next();
  next.catch(() => {});
  proxy.near.resetAndDestroy();
  await expect(next).rejects.toMatchObject({ code: "CONNECTION_LOST" });
});

test("leaving the loop closes the connection", async () => {
  await using watch = await watchThroughProxy();
  const closed = closeOf(watch.proxy.near);
  await watch.events.return?.();
  await closed;
});
