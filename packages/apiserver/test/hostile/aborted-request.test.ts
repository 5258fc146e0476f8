import { once } from "node:events";
import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { eventually, watchForLeaks } from "@kubewright/testing";
import { describe, expect, test } from "vitest";
import { ApiServer } from "../../src/index.ts";
import { RawConnection } from "./raw-connection.ts";

/** The machine may have much else to do. */
const patiently = { timeoutMs: 15_000 };
const configMaps = "/api/v1/namespaces/default/configmaps";
const object = JSON.stringify({ kind: "ConfigMap", apiVersion: "v1", metadata: { generateName: "aborted-" } });
const head = `POST ${configMaps} HTTP/1.1\r\nHost: kubernetes\r\nContent-Type: application/json\r\nContent-Length: ${object.length}\r\n\r\n`;

function get(target: string): string {
  return `GET ${target} HTTP/1.1\r\nHost: kubernetes\r\n\r\n`;
}

/** How far a client gets before it goes away. */
const stages: Readonly<Record<string, { readonly sends: string; readonly reads?: boolean }>> = {
  "after the handshake": { sends: "" },
  "in the first line": { sends: "POST /api/v1" },
  "in the headers": { sends: head.slice(0, -4) },
  "before the body": { sends: head },
  "in the body": { sends: head + object.slice(0, 10) },
  "after the body": { sends: head + object },
  "before the answer of a list": { sends: get(configMaps) },
  "in the answer of a list": { sends: get(configMaps), reads: true },
  "before the answer of a watch": { sends: get(`${configMaps}?watch=1`) },
  "in a watch": { sends: get(`${configMaps}?watch=1`), reads: true },
  "while a version is waited for": { sends: get(`${configMaps}?resourceVersion=999999`) },
  "in the second of two requests": { sends: get(`${configMaps}/none`) + head },
};

describe("a client that goes away", () => {
  test.each(Object.entries(stages))("%s leaves nothing behind", async (_, { sends, reads = false }) => {
    await using leaks = watchForLeaks();
    const internalErrors: unknown[] = [];
    await using server = await ApiServer.start({ onInternalError: (error) => internalErrors.push(error) });
    const { port, url, certificateAuthority } = await server.listen();
    const client = server.issueClientCertificate();
    for (let round = 0; round < 10; round++) {
      const socket = connectSecurely({ host: "127.0.0.1", port, ca: certificateAuthority, ...client });
      socket.on("error", () => {});
      await once(socket, "secureConnect");
      socket.write(sends);
      if (reads) await once(socket, "readable");
      else await new Promise((resolve) => setImmediate(resolve));
      socket.destroy();
    }
    using connection = await RawConnection.open({ url, certificateAuthority, client });
    connection.send(get("/api/v1/namespaces/default"));
    expect((await connection.answer())?.status).toBe(200);
    expect(internalErrors).toEqual([]);
    connection.socket.destroy();
    await server.close();
    await leaks.check();
  });

  test.each<[string, (socket: Socket) => void]>([
    ["before the handshake", (socket) => socket.destroy()],
    ["in the handshake", (socket) => socket.end(Buffer.from("160301020001", "hex"))],
    ["after words that are no handshake", (socket) => socket.end("GET / HTTP/1.1\r\n\r\n")],
    ["after noise", (socket) => socket.end(Buffer.alloc(100_000, 0xa5))],
  ])("%s leaves nothing behind", async (_, act) => {
    await using leaks = watchForLeaks();
    await using server = await ApiServer.start();
    const { port } = await server.listen();
    for (let round = 0; round < 10; round++) {
      const socket = connectPlain(port, "127.0.0.1");
      socket.on("error", () => {});
      await once(socket, "connect");
      const closed = new Promise((resolve) => socket.once("close", resolve));
      act(socket);
      socket.resume();
      await closed;
    }
    await server.close();
    await leaks.check();
  });

  test("in this process leaves nothing behind, whenever it goes", async () => {
    await using leaks = watchForLeaks();
    const internalErrors: unknown[] = [];
    await using server = await ApiServer.start({ onInternalError: (error) => internalErrors.push(error) });
    const transport = server.transport();
    for (const path of [configMaps, `${configMaps}?watch=1`, `${configMaps}?resourceVersion=999999`]) {
      for (const turns of [0, 1, 2, 3, 5]) {
        const gone = new AbortController();
        const sent = transport.send({ method: "GET", path, signal: gone.signal, isStream: true }).then(
          ({ body }) => body.text(),
          () => "",
        );
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
        gone.abort(new Error("gone"));
        await sent.catch(() => {});
      }
    }
    expect(internalErrors).toEqual([]);
    await transport.close();
    await leaks.check();
  });
});

describe("requests at the same time", () => {
  test("on one connection are answered in their order", async () => {
    await using server = await ApiServer.start();
    const { url, certificateAuthority } = await server.listen();
    using connection = await RawConnection.open({ url, certificateAuthority, client: server.issueClientCertificate() });
    const names = Array.from({ length: 100 }, (_, index) => `none-${index}`);
    connection.send(names.map((name) => get(`${configMaps}/${name}`)).join(""));
    for (const name of names) {
      const answer = await connection.answer();
      expect(JSON.parse(String(answer?.body))).toMatchObject({ code: 404, details: { name } });
    }
  });

  test("for one name make one object", async () => {
    await using server = await ApiServer.start();
    const transport = server.transport();
    const body = JSON.stringify({ kind: "ConfigMap", apiVersion: "v1", metadata: { name: "one" } });
    const create = () =>
      transport.send({ method: "POST", path: configMaps, headers: { "content-type": "application/json" }, body });
    const answers = await Promise.all(Array.from({ length: 100 }, create));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 99 }, () => 409)]);
  });

  test("behind one that does not end wait for nothing", async () => {
    await using server = await ApiServer.start({ maxMutatingRequestsInFlight: 1, authorization: "AlwaysAllow" });
    const { url, certificateAuthority } = await server.listen();
    const address = { url, certificateAuthority };
    const ordinary = server.issueClientCertificate({ user: "someone" });
    using busy = await RawConnection.open({ ...address, client: ordinary });
    busy.send(head);
    await eventually(async () => {
      using other = await RawConnection.open({ ...address, client: ordinary });
      other.send(head + object);
      const answer = await other.answer("POST");
      expect(answer?.status).toBe(429);
      expect([answer?.headers.get("retry-after"), answer?.headers.get("content-type"), String(answer?.body)]).toEqual([
        "1",
        "text/plain; charset=utf-8",
        "Too many requests, please try again later.\n",
      ]);
    }, patiently);
    using admin = await RawConnection.open({ ...address, client: server.issueClientCertificate() });
    admin.send(head + object);
    expect((await admin.answer("POST"))?.status).toBe(201);
    using reader = await RawConnection.open({ ...address, client: ordinary });
    reader.send(get(configMaps));
    expect((await reader.answer())?.status).toBe(200);
  });
});
