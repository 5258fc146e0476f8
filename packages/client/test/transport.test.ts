import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { inspect } from "node:util";
import { ManualClock } from "@kubewright/api";
import type { ApiResponse } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { deferred } from "./deferred.ts";
import { answerJson, echo, failureOf, open, presenting, startHttp, startHttps, startTcp } from "./transport-fixture.ts";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };

const get = { method: "GET", path: "/api/v1/pods" } as const;

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the server saw, if it echoes. */
async function seen(answer: Promise<ApiResponse>): Promise<Seen> {
  return JSON.parse(await (await answer).body.text());
}

describe("a request", () => {
  test.each([
    ["over HTTPS", startHttps, "https"],
    ["over HTTP", startHttp, "http"],
  ])("%s arrives with its path, query, headers and body", async (_name, start, scheme) => {
    await using server = await start(echo);
    await using transport = open({ server: `${scheme}://127.0.0.1:${server.port}/clusters/a` });
    const body = JSON.stringify({ text: "grüße 🚢" });
    const answer = await seen(
      transport.send({
        method: "POST",
        path: "/api/v1/pods?dryRun=All",
        headers: { "content-type": "application/json" },
        body,
      }),
    );
    expect(answer).toMatchObject({
      method: "POST",
      url: "/clusters/a/api/v1/pods?dryRun=All",
      body,
      headers: {
        host: `127.0.0.1:${server.port}`,
        "content-type": "application/json",
        "user-agent": `kubewright/${manifest.version}`,
        "accept-encoding": "gzip",
      },
    });
  });

  test("shows what the credential presents, anew for each request", async () => {
    let calls = 0;
    await using server = await startHttps(echo);
    await using transport = open({
      server: `https://127.0.0.1:${server.port}`,
      credential: {
        present: async () => ({ headers: { authorization: `Bearer ${++calls}`, "impersonate-group": ["a", "b"] } }),
        reject: () => false,
      },
    });
    expect((await seen(transport.send(get))).headers).toMatchObject({
      authorization: "Bearer 1",
      "impersonate-group": "a, b",
    });
    expect((await seen(transport.send(get))).headers).toMatchObject({ authorization: "Bearer 2" });
  });

  test("has its own headers in place of the credential's and the configured ones", async () => {
    await using server = await startHttp(echo);
    await using transport = open({
      server: `http://127.0.0.1:${server.port}`,
      userAgent: "configured/1",
      credential: presenting({ headers: { authorization: "Bearer theirs" } }),
    });
    const headers = { authorization: "Bearer mine", "user-agent": "mine/1", "accept-encoding": "identity" };
    expect((await seen(transport.send({ ...get, headers }))).headers).toMatchObject(headers);
    expect((await seen(transport.send(get))).headers).toMatchObject({ "user-agent": "configured/1" });
  });

  test("without a body says so where the method usually has one", async () => {
    await using server = await startHttp(echo);
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    expect((await seen(transport.send({ ...get, method: "POST" }))).headers).toMatchObject({ "content-length": "0" });
    expect((await seen(transport.send({ ...get, method: "DELETE" }))).headers["content-length"]).toBeUndefined();
  });

  test.each([
    ["a path with a space", { path: "/api/v1/pods/my pod" }, "escaped"],
    ["a path that would begin another request", { path: "/x HTTP/1.1\r\nx: y" }, "escaped"],
    ["a path that is no path", { path: "api" }, "begin with /"],
    ["a header with a line break", { headers: { "x-a": "a\r\nx-b: b" } }, "x-a"],
    ["a header name with a colon", { headers: { "x:a": "a" } }, "x:a"],
    ["a method that would begin another request", { method: "GET / HTTP/1.1\r\nx: y\r\n\r\nGET" as "GET" }, "method"],
    ["no method", { method: "" as "GET" }, "method"],
    ["a deadline that is not a number", { timeoutMs: Number.NaN }, "timeoutMs"],
  ])("with %s is not sent", async (_name, part, problem) => {
    await using transport = open({ server: "http://127.0.0.1:1" });
    const error = await failureOf(transport.send({ ...get, ...part }));
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", message: expect.stringContaining(problem) });
    expect(error.message).not.toMatch(/[\r\n]/);
  });

  test.each([
    "connection",
    "content-length",
    "host",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
  ])("with the header %s is not sent", async (name) => {
    await using transport = open({ server: "http://127.0.0.1:1" });
    const error = await failureOf(transport.send({ ...get, headers: { [name]: "1" } }));
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", message: expect.stringContaining(`"${name}"`) });
  });
});

describe("connections", () => {
  test("are used again, one after the other", async () => {
    await using server = await startHttps(echo);
    await using transport = open({ server: `https://127.0.0.1:${server.port}` });
    for (let i = 0; i < 5; i++) await seen(transport.send(get));
    expect(server.accepted).toBe(1);
  });

  test("are as many as requests at once, up to the limit, and all requests are answered", async () => {
    await using server = await startHttp(echo);
    await using transport = open({ server: `http://127.0.0.1:${server.port}` }, { maxConnections: 3 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => seen(transport.send({ ...get, path: `/${index}` }))),
    );
    expect(answers.map((answer) => answer.url)).toEqual(Array.from({ length: 20 }, (_, index) => `/${index}`));
    expect(server.accepted).toBe(3);
  });

  test("that the server closes while idle cost a read nothing", async () => {
    await using server = await startHttp(echo);
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    await seen(transport.send(get));
    for (const socket of server.sockets) socket.destroy();
    expect((await seen(transport.send(get))).method).toBe("GET");
    expect(server.accepted).toBe(2);
  });

  test.each([
    ["GET", undefined],
    ["POST", "CONNECTION_FAILED"],
  ] as const)("lost after a %s was sent on a used one: %s", async (method, code) => {
    let requests = 0;
    await using server = await startHttp((request, response) => {
      requests++;
      if (requests === 2) request.socket.destroy();
      else echo(request, response);
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    await seen(transport.send(get));
    if (code === undefined) expect((await seen(transport.send({ ...get, method }))).method).toBe(method);
    else expect(await failureOf(transport.send({ ...get, method }))).toMatchObject({ code });
    expect(requests).toBe(code === undefined ? 3 : 2);
  });

  test("on which surplus bytes came are not used again", async () => {
    await using server = await startTcp((socket) => {
      socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\naHTTP/1.1 200 OK\r\n\r\nevil"));
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` }, { maxConnections: 1 });
    const texts = ["GET", "POST", "POST"].map(async (method) => {
      const response = await transport.send({ ...get, method: method as "GET" | "POST" });
      return await response.body.text();
    });
    expect(await Promise.all(texts)).toEqual(["a", "a", "a"]);
    expect(await (await transport.send(get)).body.text()).toBe("a");
    expect(server.accepted).toBe(4);
  });

  test("keep the process alive while they carry a request, and not while they are idle", async () => {
    const referenced = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
    let whileBusy = 0;
    await using server = await startHttp((request, response) => {
      whileBusy = referenced();
      echo(request, response);
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    for (let i = 0; i < 2; i++) {
      await seen(transport.send(get));
      expect(referenced()).toBe(whileBusy - 1);
    }
    expect(server.accepted).toBe(1);
  });

  test("idle for longer than a minute are not used again", async () => {
    const clock = new ManualClock();
    await using server = await startHttp(echo);
    await using transport = open({ server: `http://127.0.0.1:${server.port}` }, { clock });
    await seen(transport.send(get));
    clock.advance(59_999);
    await seen(transport.send(get));
    expect(server.accepted).toBe(1);
    clock.advance(60_000);
    await seen(transport.send(get));
    expect(server.accepted).toBe(2);
  });
});

describe("a 401", () => {
  test("is tried once more when the credential has something new", async () => {
    const rejected: unknown[] = [];
    let token = "old";
    await using server = await startHttp((request, response) => {
      if (request.headers.authorization === "Bearer new") echo(request, response);
      else answerJson(response, { kind: "Status" }, 401);
    });
    await using transport = open({
      server: `http://127.0.0.1:${server.port}`,
      credential: {
        present: async () => ({ headers: { authorization: `Bearer ${token}` } }),
        reject(presentation) {
          rejected.push(presentation);
          token = "new";
          return true;
        },
      },
    });
    expect((await transport.send(get)).status).toBe(200);
    expect(rejected).toEqual([{ headers: { authorization: "Bearer old" } }]);
    expect(server.accepted).toBe(1);
  });

  test.each([
    ["is returned when the credential has nothing new", false, 1],
    ["is returned when it comes again", true, 2],
  ])("%s", async (_name, mayFareBetter, requests) => {
    let count = 0;
    await using server = await startHttp((_request, response) => {
      count++;
      answerJson(response, { kind: "Status" }, 401);
    });
    await using transport = open({
      server: `http://127.0.0.1:${server.port}`,
      credential: { present: async () => ({}), reject: () => mayFareBetter },
    });
    expect((await transport.send(get)).status).toBe(401);
    expect(count).toBe(requests);
  });
});

describe("a server that fails", () => {
  test("by refusing the connection is named with what to do", async () => {
    const server = await startHttp(echo);
    const url = `https://127.0.0.1:${server.port}`;
    await server[Symbol.asyncDispose]();
    await using transport = open({ server: url });
    const error = await failureOf(transport.send({ ...get, path: "/api/v1/pods?limit=1" }));
    expect(error).toMatchObject({ code: "CONNECTION_FAILED", cause: { code: "ECONNREFUSED" } });
    expect(error.message).toBe(
      `GET ${url}/api/v1/pods: connection refused by 127.0.0.1:${server.port}: is the API server running, and is the cluster's server address right?`,
    );
  });

  test("by hanging up before the answer is a lost connection", async () => {
    await using server = await startTcp((socket) => socket.on("data", () => socket.destroy()));
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    const error = await failureOf(transport.send(get));
    expect(error).toMatchObject({
      code: "CONNECTION_FAILED",
      message: expect.stringContaining("closed the connection"),
    });
  });

  test.each([
    ["a length", "content-length: 100\r\n\r\nabc", "3 of 100 bytes"],
    ["chunks", "transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n", "3 bytes"],
  ])("by cutting off a body with %s is a lost connection", async (_name, rest, size) => {
    for (const end of ["end", "resetAndDestroy"] as const) {
      await using server = await startTcp((socket: Socket) =>
        socket.on("data", () => socket.write(`HTTP/1.1 200 OK\r\n${rest}`, () => socket[end]())),
      );
      await using transport = open({ server: `http://127.0.0.1:${server.port}` });
      const error = await failureOf(transport.send(get).then((response) => response.body.text()));
      if (end === "end") expect(error.message).toContain(`GET http://127.0.0.1:${server.port}/api/v1/pods: `);
      if (end === "end") expect(error.message).toContain(`cut off after ${size}`);
      // A reset may overtake the bytes before it.
      expect(error.code).toMatch(end === "end" ? /^CONNECTION_LOST$/ : /^CONNECTION_(LOST|FAILED)$/);
    }
  });

  test("by not speaking HTTP is an unexpected response", async () => {
    await using server = await startTcp((socket) => socket.on("data", () => socket.end("220 smtp ready\r\n\r\n")));
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    expect(await failureOf(transport.send(get))).toMatchObject({
      code: "UNEXPECTED_RESPONSE",
      message: expect.stringContaining("does not answer with HTTP"),
    });
  });

  test("by answering before it read a large request still answers", async () => {
    await using server = await startHttp((_request, response) => {
      response.shouldKeepAlive = false;
      answerJson(response, { kind: "Status", code: 413 }, 413);
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    const response = await transport.send({ method: "POST", path: "/", body: "x".repeat(3 << 20) });
    expect(response.status).toBe(413);
  });
});

describe("an abort", () => {
  test("before the request sends nothing and gives the signal's reason", async () => {
    await using server = await startHttp(echo);
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    const reason = new Error("changed my mind");
    expect(await failureOf(transport.send({ ...get, signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(server.accepted).toBe(0);
  });

  test("while the credential is being fetched", async () => {
    const controller = new AbortController();
    await using transport = open({
      server: "http://127.0.0.1:1",
      credential: { present: () => new Promise(() => {}), reject: () => false },
    });
    const failure = failureOf(transport.send({ ...get, signal: controller.signal }));
    controller.abort(new Error("enough"));
    expect((await failure).message).toBe("enough");
  });

  test("while waiting for the answer closes the connection", async () => {
    const controller = new AbortController();
    const closed = deferred();
    await using server = await startHttp((request) => {
      request.socket.on("close", () => closed.resolve());
      controller.abort(new Error("enough"));
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    expect((await failureOf(transport.send({ ...get, signal: controller.signal }))).message).toBe("enough");
    await closed.promise;
  });

  test("while waiting for a free connection leaves the others alone", async () => {
    const controller = new AbortController();
    const answer = deferred();
    const arrived = deferred();
    await using server = await startHttp((request, response) => {
      arrived.resolve();
      void answer.promise.then(() => echo(request, response));
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` }, { maxConnections: 1 });
    const first = seen(transport.send(get));
    await arrived.promise;
    const second = failureOf(transport.send({ ...get, signal: controller.signal }));
    const third = seen(transport.send({ ...get, path: "/third" }));
    controller.abort(new Error("enough"));
    expect((await second).message).toBe("enough");
    answer.resolve();
    expect((await first).url).toBe(get.path);
    expect((await third).url).toBe("/third");
    expect(server.accepted).toBe(1);
  });

  test("of a signal that many requests share ends them all, without a warning", async () => {
    const controller = new AbortController();
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on("warning", onWarning);
    let arrived = 0;
    await using server = await startHttp(() => {
      arrived++;
      if (arrived === 20) controller.abort(new Error("enough"));
    });
    await using transport = open({ server: `http://127.0.0.1:${server.port}` });
    const failures = await Promise.all(
      Array.from({ length: 20 }, () => failureOf(transport.send({ ...get, signal: controller.signal }))),
    );
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", onWarning);
    expect(failures.map((error) => error.message)).toEqual(Array(20).fill("enough"));
    expect(warnings.filter((warning) => warning.name === "MaxListenersExceededWarning")).toEqual([]);
  });
});

describe("close", () => {
  test("ends what is under way and closes every connection", async () => {
    const arrived = deferred();
    await using server = await startHttp((request, response) => {
      if (request.url === "/stream") response.write("a");
      else if (request.url === "/silent") arrived.resolve();
      else echo(request, response);
    });
    const transport = open({ server: `http://127.0.0.1:${server.port}` });
    await seen(transport.send(get));
    const stream = await transport.send({ ...get, path: "/stream", isStream: true });
    const silent = failureOf(transport.send({ ...get, path: "/silent" }));
    await arrived.promise;
    const gone = Promise.all(
      [...server.sockets].map((socket) => new Promise((resolve) => socket.on("close", resolve))),
    );
    await transport.close();
    expect(await silent).toMatchObject({ code: "CLOSED", message: expect.stringContaining("closed") });
    expect(await failureOf(stream.body.text())).toMatchObject({ code: "CLOSED" });
    await gone;
    expect(server.sockets.size).toBe(0);
    expect(await failureOf(transport.send(get))).toMatchObject({ code: "CLOSED" });
    await transport.close();
  });

  test("ends connections that are being made, and leaves no timer", async () => {
    const clock = new ManualClock();
    const connected = deferred<Socket>();
    await using server = await startTcp((socket) => connected.resolve(socket));
    const transport = open({ server: `https://127.0.0.1:${server.port}` }, { clock });
    const failure = failureOf(transport.send({ ...get, timeoutMs: 1000 }));
    const socket = await connected.promise;
    const gone = new Promise((resolve) => socket.on("close", resolve));
    await transport.close();
    expect(await failure).toMatchObject({ code: "CLOSED" });
    await gone;
    expect(clock.pending).toBe(0);
  });
});

describe("secrets", () => {
  test("are in no error and not shown by inspect", async () => {
    const secret = "s3cr3t-t0ken";
    await using server = await startTcp((socket) => socket.on("data", () => socket.destroy()));
    await using transport = open({
      server: `http://127.0.0.1:${server.port}`,
      credential: presenting({ headers: { authorization: `Bearer ${secret}` } }),
    });
    const lost = await failureOf(transport.send(get));
    await using malformed = open({
      server: `http://127.0.0.1:${server.port}`,
      credential: presenting({ headers: { authorization: `Bearer ${secret}\n` } }),
    });
    const refused = await failureOf(malformed.send(get));
    const shown = inspect([lost, refused, transport], { depth: 20, showHidden: true });
    expect(shown).toContain('the header "authorization"');
    expect(shown).not.toContain(secret);
  });

  test.each(["127.0.0.1:6443", "ftp://host", ""])("the server address %j is refused", (server) => {
    expect(() => open({ server })).toThrow(JSON.stringify(server));
  });
});
