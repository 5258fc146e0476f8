import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { deferred } from "./deferred.ts";
import { failureOf, open, startHttp, startHttps, startTcp } from "./transport-fixture.ts";

const watch = { method: "GET", path: "/api/v1/pods?watch=true", isStream: true } as const;

describe("a stream", () => {
  test("gives its chunks as they come", async () => {
    const step = [deferred(), deferred()];
    await using server = await startHttps((_request, response) => {
      response.write("first");
      void step[0]!.promise.then(() => response.write("second"));
      void step[1]!.promise.then(() => response.end());
    });
    await using transport = open({ server: `https://127.0.0.1:${server.port}` });
    const chunks = (await transport.send(watch)).body[Symbol.asyncIterator]();
    expect(Buffer.from((await chunks.next()).value!).toString()).toBe("first");
    step[0]!.resolve();
    expect(Buffer.from((await chunks.next()).value!).toString()).toBe("second");
    step[1]!.resolve();
    expect(await chunks.next()).toEqual({ done: true, value: undefined });
  });

  test("that ended leaves its connection to others", async () => {
    await using server = await startHttps((_request, response) => response.end("all"));
    await using transport = open({ server: `https://127.0.0.1:${server.port}` });
    for (let i = 0; i < 3; i++) expect(await (await transport.send(watch)).body.text()).toBe("all");
    expect(server.accepted).toBe(1);
  });

  test("that filled its queue with its last bytes leaves its connection to others", async () => {
    const sent = deferred();
    await using server = await startHttp((request, response) => {
      if (!request.url?.includes("watch")) return void response.end("b");
      // Together a little more than what is held back at, so that the last read both fills the queue and ends the body.
      response.writeHead(200, { "content-length": 65_600 }).write(Buffer.alloc(40_000, "x"));
      void sent.promise.then(() => response.end(Buffer.alloc(25_600, "x")));
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    const { body } = await transport.send(watch);
    sent.resolve();
    const other = { method: "GET", path: "/", timeoutMs: 5000 } as const;
    // The answers give the stream time to arrive before it is read.
    for (let i = 0; i < 10; i++) await (await transport.send(other)).body.text();
    let received = 0;
    for await (const chunk of body) received += chunk.length;
    expect(received).toBe(65_600);
    const answers = await Promise.all([transport.send(other), transport.send(other)]);
    expect(await Promise.all(answers.map((answer) => answer.body.text()))).toEqual(["b", "b"]);
    expect(server.accepted).toBe(2);
  });

  test("does not count towards the limit of connections", async () => {
    await using server = await startHttp((request, response) => {
      if (request.url?.includes("watch")) response.write("a");
      else response.end("b");
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` }, { maxConnections: 1 });
    const streams = await Promise.all([transport.send(watch), transport.send(watch), transport.send(watch)]);
    expect(await (await transport.send({ method: "GET", path: "/" })).body.text()).toBe("b");
    for (const stream of streams) stream.body.cancel();
  });

  test.each([
    ["http", startHttp],
    ["https", startHttps],
  ])("that is not read stops the sender (%s), and goes on when it is", async (scheme, start) => {
    const total = 64 << 20;
    let sent = 0;
    await using server = await start((request, response) => {
      if (request.url === "/") return void response.end();
      const chunk = Buffer.alloc(1 << 16, "x");
      const pump = () => {
        while (sent < total) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", pump);
        }
        response.end();
      };
      pump();
    });
    await using transport = open({ server: `${scheme}://127.0.0.1:${server.port}` });
    const response = await transport.send(watch);
    // Other requests give the stream time to flow: when it does not grow during many of them, it is held back.
    for (let before = -1; sent !== before; ) {
      before = sent;
      for (let i = 0; i < 100; i++) await (await transport.send({ method: "GET", path: "/" })).body.text();
    }
    expect(sent).toBeLessThan(total / 2);
    let received = 0;
    for await (const chunk of response.body) received += chunk.length;
    expect(received).toBe(total);
  });

  test.each([
    ["its signal is aborted", "abort"],
    ["it is cancelled", "cancel"],
    ["its reader leaves the loop", "leave"],
  ] as const)("closes its connection when %s", async (_name, how) => {
    const closed = deferred();
    await using server = await startHttps((request, response) => {
      request.socket.on("close", () => closed.resolve());
      response.write("a");
    });
    const controller = new AbortController();
    await using transport = open({ server: `https://127.0.0.1:${server.port}` });
    const { body } = await transport.send({ ...watch, signal: controller.signal });
    const read = (async () => {
      for await (const _chunk of body) {
        if (how === "abort") controller.abort(new Error("enough"));
        if (how === "cancel") body.cancel();
        if (how === "leave") break;
      }
    })();
    if (how === "abort") expect((await failureOf(read)).message).toBe("enough");
    else if (how === "cancel") expect(await failureOf(read)).toMatchObject({ code: "INVALID_ARGUMENT" });
    else await read;
    await closed.promise;
  });

  test("that breaks gives what came before, then the error", async () => {
    await using server = await startTcp((socket: Socket) => {
      socket.on("data", () => socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n5\r\nde"));
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    const { body } = await transport.send(watch);
    let text = "";
    const error = await failureOf(
      (async () => {
        for await (const chunk of body) text += Buffer.from(chunk).toString();
      })(),
    );
    expect(text).toBe("abcde");
    expect(error).toMatchObject({
      code: "CONNECTION_LOST",
      message: expect.stringContaining("the answer is cut off after 5 bytes"),
    });
  });

  test("can be read only once", async () => {
    await using server = await startHttp((_request, response) => response.end("all"));
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    const { body } = await transport.send(watch);
    await body.text();
    expect(await failureOf(body.text())).toMatchObject({ code: "INVALID_ARGUMENT" });
  });
});
