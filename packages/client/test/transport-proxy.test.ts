import { connect, type Socket } from "node:net";
import { createServer as createTls } from "node:tls";
import { inspect } from "node:util";
import type { ProxyServer } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import {
  authority,
  echo,
  failureOf,
  type Listening,
  listen,
  open,
  startHttp,
  startHttps,
  startTcp,
} from "./transport-fixture.ts";

const get = { method: "GET", path: "/version" } as const;
const secret = `Basic ${Buffer.from("user:s3cr3t").toString("base64")}`;

function proxyAt(url: string, authorization?: string): ProxyServer {
  return { url, authorization: () => authorization };
}

/** Opens tunnels for whoever shows `authorization`, and keeps what it was asked. */
function tunnels(asked: string[], authorization?: string): (socket: Socket) => void {
  return (client) => {
    client.once("data", (head: Buffer) => {
      asked.push(head.toString());
      if (authorization !== undefined && !head.toString().includes(`proxy-authorization: ${authorization}\r\n`)) {
        client.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n");
        return;
      }
      const [host, port] = head.toString().split(" ")[1]!.split(":");
      const upstream = connect(Number(port), host, () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        client.pipe(upstream).pipe(client);
      });
      upstream.on("error", () => client.destroy());
      client.on("close", () => upstream.destroy());
      client.on("error", () => upstream.destroy());
    });
  };
}

function startTlsProxy(asked: string[]): Promise<Listening> {
  const { cert, key } = authority.issue({ commonName: "proxy", ipAddresses: ["127.0.0.1"] });
  return listen(createTls({ cert, key }, tunnels(asked)));
}

describe("a proxy", () => {
  test("is asked for a tunnel to the server, through which TLS is spoken", async () => {
    const asked: string[] = [];
    await using server = await startHttps(echo);
    await using proxy = await startTcp(tunnels(asked));
    await using transport = open({
      server: `https://127.0.0.1:${server.port}`,
      proxy: proxyAt(`http://127.0.0.1:${proxy.port}`),
    });
    for (let i = 0; i < 2; i++) expect((await transport.send(get)).status).toBe(200);
    const target = `127.0.0.1:${server.port}`;
    expect(asked).toEqual([`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`]);
  });

  test("can itself be reached over TLS", async () => {
    const asked: string[] = [];
    await using server = await startHttps(echo);
    await using proxy = await startTlsProxy(asked);
    await using transport = open({
      server: `https://127.0.0.1:${server.port}`,
      proxy: proxyAt(`https://127.0.0.1:${proxy.port}`),
    });
    expect((await transport.send(get)).status).toBe(200);
    expect(asked).toHaveLength(1);
  });

  test("gets the credentials of its URL, and the server does not", async () => {
    const asked: string[] = [];
    await using server = await startHttps(echo);
    await using proxy = await startTcp(tunnels(asked, secret));
    await using transport = open({
      server: `https://127.0.0.1:${server.port}`,
      proxy: proxyAt(`http://127.0.0.1:${proxy.port}`, secret),
    });
    const seen = await (await transport.send(get)).body.text();
    expect(seen).not.toContain("proxy-authorization");
    expect(inspect(transport, { depth: 20, showHidden: true })).not.toContain(secret);
  });

  test.each([
    ["no credentials", undefined, "asks for a user and password (407 Proxy Authentication Required)"],
    ["wrong credentials", "Basic wrong", "refuses the user and password of the proxy URL"],
  ])("that gets %s is named", async (_name, authorization, text) => {
    await using proxy = await startTcp(tunnels([], secret));
    await using transport = open({
      server: "https://k8s.example:6443",
      proxy: proxyAt(`http://127.0.0.1:${proxy.port}`, authorization),
    });
    const error = await failureOf(transport.send(get));
    expect(error.code).toBe("PROXY_FAILED");
    expect(error.message).toContain(
      `GET https://k8s.example:6443/version: the proxy http://127.0.0.1:${proxy.port} ${text}`,
    );
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain("Basic");
  });

  test.each([
    [
      "refuses the host",
      (socket: Socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"),
      "answered 403 Forbidden when asked to connect to k8s.example:6443",
    ],
    ["hangs up", (socket: Socket) => socket.destroy(), "closed the connection"],
    ["does not speak HTTP", (socket: Socket) => socket.end("220 smtp ready\r\n\r\n"), "failed (no status line"],
  ])("that %s is named", async (_name, answer, text) => {
    await using proxy = await startTcp((socket) => socket.once("data", () => answer(socket)));
    await using transport = open({
      server: "https://k8s.example:6443",
      proxy: proxyAt(`http://127.0.0.1:${proxy.port}`),
    });
    expect(await failureOf(transport.send(get))).toMatchObject({
      code: "PROXY_FAILED",
      message: expect.stringContaining(text),
    });
  });

  test("that is not there is named, not the server", async () => {
    const proxy = await startTcp(() => {});
    await proxy[Symbol.asyncDispose]();
    await using transport = open({
      server: "https://k8s.example:6443",
      proxy: proxyAt(`http://127.0.0.1:${proxy.port}`),
    });
    expect(await failureOf(transport.send(get))).toMatchObject({
      code: "PROXY_FAILED",
      message: expect.stringContaining(`connection refused by the proxy http://127.0.0.1:${proxy.port}`),
    });
  });

  test("that never opens the tunnel is given up with the request", async () => {
    const controller = new AbortController();
    await using proxy = await startTcp((socket) => socket.once("data", () => controller.abort(new Error("enough"))));
    await using transport = open({
      server: "https://k8s.example:6443",
      proxy: proxyAt(`http://127.0.0.1:${proxy.port}`),
    });
    expect((await failureOf(transport.send({ ...get, signal: controller.signal }))).message).toBe("enough");
    await expect.poll(() => proxy.sockets.size).toBe(0);
  });

  test("passes requests to a plain HTTP server on, with the whole address", async () => {
    let seen: { url?: string | undefined; authorization?: string | undefined; host?: string | undefined } = {};
    await using proxy = await startHttp((request, response) => {
      const { headers, url } = request;
      seen = { url, authorization: headers["proxy-authorization"], host: headers.host };
      response.end("ok");
    });
    await using transport = open({
      server: "http://k8s.example:8080/base",
      proxy: proxyAt(`http://127.0.0.1:${proxy.port}`, secret),
    });
    expect(await (await transport.send(get)).body.text()).toBe("ok");
    expect(seen).toEqual({
      url: "http://k8s.example:8080/base/version",
      authorization: secret,
      host: "k8s.example:8080",
    });
  });

  test("that wants credentials for a plain HTTP request is named", async () => {
    await using proxy = await startHttp((_request, response) => response.writeHead(407).end());
    await using transport = open({
      server: "http://k8s.example:8080",
      proxy: proxyAt(`http://127.0.0.1:${proxy.port}`),
    });
    expect(await failureOf(transport.send(get))).toMatchObject({
      code: "PROXY_FAILED",
      message: expect.stringContaining("asks for a user and password"),
    });
  });
});
