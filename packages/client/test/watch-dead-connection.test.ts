import { once } from "node:events";
import { createServer as createHttpsServer, type Server as HttpsServer } from "node:https";
import { type AddressInfo, connect as connectSocket, createServer, type Server, type Socket } from "node:net";
import { defineKind, type KubeObject, ManualClock } from "@kubewright/api";
import { ApiClient, connectionFrom, HttpsTransport, type WatchEvent } from "@kubewright/client";
import { createAuthority } from "@kubewright/testing";
import { expect, test } from "vitest";

const Pod = defineKind<KubeObject>({ group: "", version: "v1", kind: "Pod", plural: "pods", scope: "Namespaced" });
const ADDED = { type: "ADDED", object: Pod.of({ metadata: { name: "a" } }) };

interface ApiServer {
  readonly port: number;
  /** Sends text to the watch that is open. */
  write(text: string): void;
  close(): void;
}

async function startApiServer(authority: ReturnType<typeof createAuthority>): Promise<ApiServer> {
  const certificate = authority.issue({ commonName: "server", ipAddresses: ["127.0.0.1"], usages: ["server"] });
  let write: (text: string) => void = () => {};
  const server: HttpsServer = createHttpsServer(certificate, (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    write = (text) => void response.write(text);
    write(`${JSON.stringify(ADDED)}\n`);
  });
  const port = await listen(server);
  return {
    port,
    write: (text) => write(text),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Forwards bytes both ways until told to stop; connections stay open then. */
class ForwardingProxy {
  readonly #server: Server;
  readonly #pairs: [near: Socket, far: Socket][] = [];

  constructor(target: number) {
    this.#server = createServer((near) => {
      const far = connectSocket(target, "127.0.0.1");
      this.#pairs.push([near, far]);
      for (const socket of [near, far]) socket.on("error", () => {});
      near.pipe(far).pipe(near);
    });
  }

  listen(): Promise<number> {
    return listen(this.#server);
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
    this.#server.close();
    for (const socket of this.#pairs.flat()) socket.destroy();
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function watchThroughProxy() {
  const authority = createAuthority();
  const server = await startApiServer(authority);
  const proxy = new ForwardingProxy(server.port);
  const transport = new HttpsTransport(
    connectionFrom({
      server: `https://127.0.0.1:${await proxy.listen()}`,
      certificateAuthority: authority.certificate,
      proxyUrl: false,
    }),
  );
  const clock = new ManualClock();
  const client = new ApiClient({ transport, clock });
  const events: AsyncIterator<WatchEvent> = client.watch(Pod)[Symbol.asyncIterator]();
  expect((await events.next()).value).toEqual(ADDED);
  return {
    server,
    proxy,
    clock,
    events,
    async [Symbol.asyncDispose](): Promise<void> {
      await client.close();
      proxy.close();
      server.close();
    },
  };
}

test("a connection over which nothing comes any more, and which nobody closes, is noticed and closed", async () => {
  await using watch = await watchThroughProxy();
  const { server, proxy, clock, events } = watch;
  proxy.stopForwarding();
  server.write(`${JSON.stringify(ADDED)}\n`);
  const next = events.next();
  next.catch(() => {});
  const closed = once(proxy.near, "close");
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
  await expect(next).rejects.toMatchObject({
    code: expect.stringMatching(/^(CONNECTION_FAILED|UNEXPECTED_RESPONSE)$/),
  });
});

test("leaving the loop closes the connection", async () => {
  await using watch = await watchThroughProxy();
  const closed = once(watch.proxy.near, "close");
  await watch.events.return?.();
  await closed;
});
