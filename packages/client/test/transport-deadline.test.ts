import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { deferred } from "./deferred.ts";
import { answerJson, failureOf, open, startHttp, startTcp } from "./transport-fixture.ts";

const get = { method: "GET", path: "/api/v1/pods" } as const;

describe("a deadline", () => {
  test("ends a request that is never answered", async () => {
    const clock = new ManualClock();
    const arrived = deferred();
    await using server = await startHttp(() => arrived.resolve());
    await using transport = open({ server: `http://127.0.0.1:${server.port}` }, { clock });
    const failure = failureOf(transport.send({ ...get, timeoutMs: 5000 }));
    await arrived.promise;
    clock.advance(4999);
    clock.advance(1);
    const error = await failure;
    expect(error.code).toBe("TIMEOUT");
    expect(error.message).toContain(
      `GET http://127.0.0.1:${server.port}/api/v1/pods: no complete answer within 5000 ms`,
    );
    expect(clock.pending).toBe(0);
  });

  test("ends a body that does not come to its end", async () => {
    const clock = new ManualClock();
    await using server = await startHttp((_request, response) => {
      response.writeHead(200, { "content-length": 10 }).write("abc");
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` }, { clock });
    const response = await transport.send({ ...get, timeoutMs: 5000 });
    const failure = failureOf(response.body.text());
    clock.advance(5000);
    expect(await failure).toMatchObject({ code: "TIMEOUT" });
  });

  test("does not end a stream that has begun", async () => {
    const clock = new ManualClock();
    const finish = deferred();
    await using server = await startHttp((_request, response) => {
      response.write("a");
      void finish.promise.then(() => response.end("b"));
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` }, { clock });
    const response = await transport.send({ ...get, timeoutMs: 5000, isStream: true });
    clock.advance(60_000);
    finish.resolve();
    expect(await response.body.text()).toBe("ab");
  });

  test("ends the answer to a stream that is an error", async () => {
    const clock = new ManualClock();
    await using server = await startHttp((_request, response) => {
      response.writeHead(500, { "content-length": 10 }).write("abc");
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` }, { clock });
    const response = await transport.send({ ...get, timeoutMs: 5000, isStream: true });
    const failure = failureOf(response.body.text());
    clock.advance(5000);
    expect(await failure).toMatchObject({ code: "TIMEOUT" });
  });

  test("holds for the second try after a 401, too", async () => {
    const clock = new ManualClock();
    const arrived = deferred();
    let requests = 0;
    await using server = await startHttp((_request, response) => {
      requests++;
      if (requests === 1) answerJson(response, {}, 401);
      else arrived.resolve();
    });
    await using transport = open(
      { server: `http://127.0.0.1:${server.port}`, credential: { present: async () => ({}), reject: () => true } },
      { clock },
    );
    const failure = failureOf(transport.send({ ...get, timeoutMs: 5000 }));
    await arrived.promise;
    clock.advance(5000);
    expect(await failure).toMatchObject({ code: "TIMEOUT" });
  });

  test("ends a connection that is not made in time", async () => {
    const clock = new ManualClock();
    const connected = deferred();
    await using server = await startTcp(() => connected.resolve());
    await using transport = open({ server: `https://127.0.0.1:${server.port}` }, { clock, connectTimeoutMs: 1000 });
    const failure = failureOf(transport.send(get));
    await connected.promise;
    clock.advance(1000);
    expect(await failure).toMatchObject({ code: "CONNECTION_FAILED", message: expect.stringContaining("in time") });
  });
});
