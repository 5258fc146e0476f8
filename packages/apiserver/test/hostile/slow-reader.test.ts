import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { watchForLeaks } from "@kubewright/testing";
import { describe, expect, test } from "vitest";
import { ApiServer } from "../../src/index.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

describe("readers that do not read", () => {
  test("do not make the server keep all that happens", { timeout: 60_000 }, async () => {
    await using server = await ApiServer.start();
    await server.listen();
    await send(server, "POST", configMaps, configMap("busy", "x"));
    const watch = await readNothing(server, `${configMaps}?watch=1&resourceVersion=1`);
    try {
      const before = await collectedHeap();
      for (let count = 0; count < 12_000; count++) await send(server, "PATCH", `${configMaps}/busy`, data(count));
      server.compact();
      await send(server, "PATCH", `${configMaps}/busy`, data(0));
      // What waits for the reader is 48 MB by now, if it waits.
      expect((await collectedHeap()) - before).toBeLessThan(16 * 1024 * 1024);
      // Who reads on after all finds the end of the answer, not of the connection alone.
      expect(await rest(watch)).toMatch(/\r\n0\r\n\r\n$/);
    } finally {
      watch.destroy();
    }
  });

  test("of lists do not keep others from being answered", { timeout: 60_000 }, async () => {
    await using leaks = watchForLeaks();
    await using server = await ApiServer.start();
    await server.listen();
    for (let index = 0; index < 60; index++) {
      await send(server, "POST", configMaps, configMap(`large-${index}`, "x".repeat(100_000)));
    }
    const readers = await Promise.all(Array.from({ length: 20 }, () => readNothing(server, configMaps)));
    expect(await send(server, "GET", `${configMaps}/large-0`)).toBe(200);
    for (const reader of readers) reader.destroy();
    await server.close();
    await leaks.check();
  });
});

test("a thousand watches are told of a change, and leave nothing behind", { timeout: 60_000 }, async () => {
  await using leaks = watchForLeaks();
  await using server = await ApiServer.start();
  const transport = server.transport();
  const open = async (): Promise<AsyncIterator<Uint8Array>> => {
    const request = { method: "GET", path: `${configMaps}?watch=1&resourceVersion=1`, isStream: true };
    return (await transport.send(request)).body[Symbol.asyncIterator]();
  };
  const heap: number[] = [];
  for (const name of ["first", "second", "third"]) {
    const watches = await Promise.all(Array.from({ length: 1_000 }, open));
    const told = Promise.all(watches.map((watch) => watch.next()));
    await send(server, "POST", configMaps, configMap(name, "x"));
    for (const { value } of await told) expect(Buffer.from(value as Uint8Array).toString()).toContain('"ADDED"');
    await Promise.all(watches.map((watch) => watch.return?.()));
    heap.push(await collectedHeap());
  }
  // Each watch takes more than a kilobyte.
  expect(heap[2]! - heap[1]!).toBeLessThan(512 * 1024);
  await transport.close();
  await leaks.check();
});

/** Asks for something, and reads the first bytes of the answer and no more. */
async function readNothing(server: ApiServer, target: string): Promise<TLSSocket> {
  const { port, certificateAuthority } = server.address!;
  const socket = connect({ host: "127.0.0.1", port, ca: certificateAuthority, ...server.issueClientCertificate() });
  socket.on("error", () => {});
  await once(socket, "secureConnect");
  socket.write(`GET ${target} HTTP/1.1\r\nHost: kubernetes\r\n\r\n`);
  await once(socket, "readable");
  return socket;
}

/** What comes until the end of a body in chunks. */
async function rest(socket: TLSSocket): Promise<string> {
  let text = "";
  for await (const piece of socket) {
    text += (piece as Buffer).toString("latin1");
    if (text.endsWith("\r\n0\r\n\r\n")) break;
  }
  return text;
}

async function send(server: ApiServer, method: string, target: string, body?: object): Promise<number> {
  const { status } = await server.handle({
    method,
    target,
    headers: { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" },
    body: async () => Buffer.from(body === undefined ? "" : JSON.stringify(body)),
    credentials: { user: { name: "admin", uid: "", groups: ["system:masters"], extra: {} } },
    signal: new AbortController().signal,
  });
  return status;
}

function configMap(name: string, text: string): object {
  return { kind: "ConfigMap", apiVersion: "v1", metadata: { name }, data: { text } };
}

/** 4 KiB that no other one is equal to. */
function data(count: number): object {
  return { data: { text: String(count).padEnd(4096, "x") } };
}

async function collectedHeap(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  return process.memoryUsage().heapUsed;
}
