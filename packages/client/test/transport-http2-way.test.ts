import { connect, type Socket } from "node:net";
import type { ApiRequest, Presentation } from "@kubewright/client";
import { eventually } from "@kubewright/testing";
import { describe, expect, test } from "vitest";
import { authority, open, presenting, startHttp2, startTcp } from "./transport-fixture.ts";

const get: ApiRequest = { method: "GET", path: "/api/v1/pods" };
const post: ApiRequest = { method: "POST", path: "/api/v1/pods", body: "{}" };
const watch: ApiRequest = { ...get, path: "/api/v1/pods?watch=true", isStream: true };

function url({ port }: { port: number }): { server: string } {
  return { server: `https://127.0.0.1:${port}` };
}

/** Opens a tunnel to whatever it is asked for. */
function tunnel(client: Socket): void {
  client.once("data", (head: Buffer) => {
    const [host, port] = head.toString().split(" ")[1]!.split(":");
    const upstream = connect(Number(port), host, () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      client.pipe(upstream).pipe(client);
    });
    upstream.on("error", () => client.destroy());
    client.on("close", () => upstream.destroy());
  });
}

describe("over HTTP/2", () => {
  test("through a proxy, requests and streams share a tunnel, with the path behind the server's prefix", async () => {
    const seen: unknown[] = [];
    await using server = await startHttp2((request, response) => {
      seen.push([request.httpVersion, request.url, request.authority]);
      if (request.url.includes("watch")) response.write("a");
      else response.end("b");
    });
    await using proxy = await startTcp(tunnel);
    await using transport = open({
      server: `${url(server).server}/clusters/a`,
      proxy: { url: `http://127.0.0.1:${proxy.port}`, authorization: () => "Basic c2VjcmV0" },
    });
    const { body } = await transport.send(watch);
    for (let time = 0; time < 2; time++) expect(await (await transport.send(post)).body.text()).toBe("b");
    body.cancel();
    const target = `127.0.0.1:${server.port}`;
    expect(seen).toEqual([
      ["2.0", "/clusters/a/api/v1/pods?watch=true", target],
      ["2.0", "/clusters/a/api/v1/pods", target],
      ["2.0", "/clusters/a/api/v1/pods", target],
    ]);
    expect(proxy.accepted).toBe(1);
  });

  test("when the client certificate rotates, streams go on and later requests use a new connection", async () => {
    const sessions: unknown[] = [];
    const push: (() => void)[] = [];
    await using server = await startHttp2((request, response) => {
      sessions.push(request.stream.session);
      if (!request.url.includes("watch")) return void response.end("b");
      response.write("a");
      push.push(() => void response.write("c"));
    });
    let presentation: Presentation = { certificate: authority.issue({ commonName: "old" }) };
    await using transport = open({
      ...url(server),
      credential: { present: () => presentation, reject: () => false },
      certificateAuthority: { pem: () => authority.certificate },
    });
    const chunks = (await transport.send(watch)).body[Symbol.asyncIterator]();
    expect(String(await chunks.next().then(({ value }) => Buffer.from(value!)))).toBe("a");
    presentation = { certificate: authority.issue({ commonName: "new" }) };
    for (let time = 0; time < 2; time++) expect(await (await transport.send(post)).body.text()).toBe("b");
    push[0]!();
    expect(String(await chunks.next().then(({ value }) => Buffer.from(value!)))).toBe("c");
    expect([server.accepted, server.sockets.size]).toEqual([2, 2]);
    expect(sessions.map((session) => sessions.indexOf(session))).toEqual([0, 1, 1]);
    await chunks.return!();
    await eventually(() => expect(server.sockets.size).toBe(1));
  });

  test.each([
    ["a request", post],
    ["a stream", watch],
  ])("%s that is answered 401 is sent once more with a new token, over the same connection", async (_what, request) => {
    const tokens: unknown[] = [];
    await using server = await startHttp2((asked, response) => {
      tokens.push(asked.headers.authorization);
      response.writeHead(asked.headers.authorization === "Bearer 1" ? 200 : 401).end("x".repeat(100_000));
    });
    let number = 0;
    await using transport = open({
      ...url(server),
      credential: {
        present: () => ({ headers: { authorization: `Bearer ${number}` } }),
        reject: () => number++ === 0,
      },
    });
    const response = await transport.send(request);
    expect([response.status, (await response.body.text()).length]).toEqual([200, 100_000]);
    expect(tokens).toEqual(["Bearer 0", "Bearer 1"]);
    expect(server.accepted).toBe(1);
  });

  test("headers that need more than one frame arrive whole", async () => {
    let length = 0;
    await using server = await startHttp2((request, response) => {
      length = String(request.headers["x-large"]).length;
      response.end("a");
    });
    await using transport = open({
      ...url(server),
      credential: presenting({ headers: { "x-large": "é".repeat(15_000) } }),
    });
    for (let time = 0; time < 2; time++) expect(await (await transport.send(post)).body.text()).toBe("a");
    expect(length).toBe(30_000);
  });
});
