import { gzipSync } from "node:zlib";
import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { echo, failureOf, open, startHttp } from "./transport-fixture.ts";

const get = { method: "GET", path: "/api/v1/pods" } as const;

describe("compression", () => {
  const text = JSON.stringify({ items: "x".repeat(200_000) });
  const zipped = gzipSync(text);
  const large = gzipSync(Buffer.alloc(64 << 20), { level: 1 });

  test("is asked for and undone", async () => {
    await using server = await startHttp((request, response) => {
      expect(request.headers["accept-encoding"]).toBe("gzip");
      response.writeHead(200, { "content-encoding": "gzip" }).end(zipped);
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    expect(await (await transport.send(get)).body.text()).toBe(text);
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await transport.send(get)).body) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe(text);
  });

  test.each([
    ["for streams", { isStream: true }, {}],
    ["when disabled", {}, { disableCompression: true }],
  ])("is not asked for %s", async (_name, part, connection) => {
    await using server = await startHttp(echo);
    await using transport = open({ server: `http://127.0.0.1:${server.port}`, ...connection });
    const { headers } = JSON.parse(await (await transport.send({ ...get, ...part })).body.text());
    expect(headers).toMatchObject({ host: `127.0.0.1:${server.port}` });
    expect(headers).not.toHaveProperty("accept-encoding");
  });

  test("that is broken is an error", async () => {
    await using server = await startHttp((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(zipped.subarray(0, 50));
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    const error = await failureOf((await transport.send(get)).body.text());
    expect(error).toMatchObject({ code: "UNEXPECTED_RESPONSE", message: expect.stringContaining("50 bytes") });
  });

  test.each([
    ["an empty body", 200],
    ["no body", 204],
  ])("of %s is an empty one", async (_name, status) => {
    await using server = await startHttp((_request, response) => {
      response.writeHead(status, { "content-encoding": "gzip" }).end();
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    expect(await (await transport.send(get)).body.text()).toBe("");
  });

  test("is undone within the deadline, and leaves the connection to others", async () => {
    const clock = new ManualClock();
    await using server = await startHttp((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip", "content-length": large.length }).end(large);
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` }, { clock, maxConnections: 1 });
    const { body } = await transport.send({ ...get, timeoutMs: 5000 });
    const failure = failureOf(body.text());
    // The connection is free once the first answer has come, which is still being unpacked then.
    const second = await transport.send(get);
    expect(server.accepted).toBe(1);
    clock.advance(5000);
    expect(await failure).toMatchObject({ code: "TIMEOUT" });
    expect((await second.body.text()).length).toBe(64 << 20);
    expect(clock.pending).toBe(0);
  });

  test("of another kind is an error", async () => {
    await using server = await startHttp((_request, response) => {
      response.writeHead(200, { "content-encoding": "br" }).end("?");
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    expect(await failureOf(transport.send(get))).toMatchObject({ code: "UNEXPECTED_RESPONSE" });
  });
});
