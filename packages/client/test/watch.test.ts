import { isGone, type KubeObject, ManualClock, metadataOf } from "@kubewright/api";
import { Pod } from "@kubewright/api/core/v1";
import { ApiClient, responseOf, type WatchEvent, type WatchOptions } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { deferred } from "./deferred.ts";
import { connectionLost, ScriptedServer, ScriptedStream, statusReply } from "./scripted-server.ts";

function watch(options: WatchOptions = {}, stream: ScriptedStream = new ScriptedStream()) {
  const clock = new ManualClock();
  const server = new ScriptedServer(() => ({ stream }));
  const client = new ApiClient({ transport: server, clock, random: () => 0 });
  return { clock, server, client, stream, events: client.watch(Pod, options) };
}

function pod(name: string, resourceVersion = "1"): Pod {
  return Pod.of({ metadata: { name, resourceVersion }, spec: { containers: [] } });
}

function bookmark(resourceVersion: string, annotations?: Record<string, string>): object {
  return { type: "BOOKMARK", object: { kind: "Pod", apiVersion: "v1", metadata: { resourceVersion, annotations } } };
}

async function collect<T extends KubeObject>(events: AsyncIterable<WatchEvent<T>>): Promise<WatchEvent<T>[]> {
  const collected: WatchEvent<T>[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a watch", () => {
  test("tells what was added, modified and deleted, in order, and ends when the server ends it", async () => {
    const { stream, events } = watch();
    stream.events({ type: "ADDED", object: pod("a") }, { type: "MODIFIED", object: pod("a", "2") });
    stream.events({ type: "DELETED", object: pod("a", "3") }).end();
    expect(await collect(events)).toEqual([
      { type: "ADDED", object: pod("a") },
      { type: "MODIFIED", object: pod("a", "2") },
      { type: "DELETED", object: pod("a", "3") },
    ]);
  });

  test("takes events as values from a server that has them, and cancels the body when it ends", async () => {
    const values = async function* () {
      yield { type: "ADDED", object: pod("a") };
      yield { type: "ERROR", object: { kind: "Status", apiVersion: "v1", status: "Failure", code: 410 } };
    };
    let isCancelled = false;
    const cancel = () => {
      isCancelled = true;
    };
    const response = responseOf({ headers: { "content-type": "application/json" }, body: "never read" });
    const body = { ...response.body, values, cancel };
    const transport = { send: async () => ({ ...response, body }), close: async () => {} };
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const event of new ApiClient({ transport }).watch(Pod)) seen.push(event);
    })();
    await expect(reading).rejects.toMatchObject({ code: 410 });
    expect(seen).toEqual([{ type: "ADDED", object: pod("a") }]);
    expect(isCancelled).toBe(true);
  });

  test("tells bookmarks, and which one ends the initial events", async () => {
    const { stream, events } = watch({ sendInitialEvents: true });
    stream.events(bookmark("5"), bookmark("6", { "k8s.io/initial-events-end": "true" })).end();
    expect(await collect(events)).toEqual([
      { type: "BOOKMARK", resourceVersion: "5", isInitialEventsEnd: false },
      { type: "BOOKMARK", resourceVersion: "6", isInitialEventsEnd: true },
    ]);
  });

  test.each<{ options: WatchOptions; path: string }>([
    { options: {}, path: "/api/v1/pods?watch=true&allowWatchBookmarks=true&timeoutSeconds=240" },
    {
      options: { namespace: "a", resourceVersion: "7", labelSelector: "x", timeoutSeconds: 5 },
      path: "/api/v1/namespaces/a/pods?labelSelector=x&watch=true&allowWatchBookmarks=true&resourceVersion=7&timeoutSeconds=5",
    },
    {
      options: { sendInitialEvents: true },
      path: "/api/v1/pods?watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=240",
    },
  ])("asks for $path", async ({ options, path }) => {
    const { server, stream, events } = watch(options);
    stream.end();
    await collect(events);
    expect(server.last).toMatchObject({ method: "GET", path, isStream: true });
    // Until it is open; from then on the idle deadline holds.
    expect(server.last.timeoutMs).toBe(30_000);
  });

  test("gives events in order to callers that ask for several at once, whatever blank lines lie between", async () => {
    const { stream, events } = watch();
    stream.push("\n\n").events(bookmark("1"), bookmark("2")).end();
    const iterator = events[Symbol.asyncIterator]();
    const asked = await Promise.all([iterator.next(), iterator.next(), iterator.next()]);
    expect(
      asked.map(({ done, value }) => (done ? "done" : value.type === "BOOKMARK" && value.resourceVersion)),
    ).toEqual(["1", "2", "done"]);
  });

  test.each([
    { random: 0, seconds: 240 },
    { random: 0.5, seconds: 270 },
    { random: 0.999, seconds: 299 },
  ])("that names no timeout lasts $seconds seconds by the chance of $random", async ({ random, seconds }) => {
    const server = new ScriptedServer(() => ({ stream: new ScriptedStream() }));
    const clock = new ManualClock();
    const client = new ApiClient({ transport: server, clock, random: () => random });
    const result = caught(collect(client.watch(Pod)));
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(server.last.path).toContain(`timeoutSeconds=${seconds}`);
    clock.advance((seconds + 10) * 1000);
    expect(await result).toMatchObject({ code: "WATCH_STALLED" });
  });

  test("draws its timeout anew for each iteration", async () => {
    const chances = [0, 0.5];
    const server = new ScriptedServer(() => ({ stream: new ScriptedStream().end() }));
    const events = new ApiClient({ transport: server, random: () => chances.shift()! }).watch(Pod);
    await collect(events);
    await collect(events);
    expect(server.lines.map((line) => /timeoutSeconds=(\d+)/.exec(line)?.[1])).toEqual(["240", "270"]);
  });

  test("opens nothing until it is iterated, and once for each iteration", async () => {
    const server = new ScriptedServer(() => ({ stream: new ScriptedStream().end() }));
    const events = new ApiClient({ transport: server }).watch(Pod);
    expect(server.requests).toHaveLength(0);
    await collect(events);
    await collect(events);
    expect(server.requests).toHaveLength(2);
  });

  test("gives metadata only, as objects of the kind", async () => {
    const { client, server, stream } = watch();
    const partial = { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: { name: "a" } };
    stream.events({ type: "ADDED", object: partial }).end();
    const expected = { type: "ADDED", object: { kind: "Pod", apiVersion: "v1", metadata: { name: "a" } } };
    expect(await collect(client.watch(metadataOf(Pod)))).toEqual([expected]);
    expect(server.last.headers?.accept).toContain("as=PartialObjectMetadata;");
  });

  test("puts an event together that comes in pieces, cut inside a character", async () => {
    const { stream, events } = watch();
    const bytes = new TextEncoder().encode(`${JSON.stringify({ type: "ADDED", object: pod("größe") })}\n`);
    for (const byte of bytes) stream.push(Uint8Array.of(byte));
    stream.end();
    expect(await collect(events)).toEqual([{ type: "ADDED", object: pod("größe") }]);
  });

  test("reads an event of 3 MB", async () => {
    const { stream, events } = watch();
    const big = { ...pod("a"), data: "x".repeat(3_000_000) };
    stream.events({ type: "ADDED", object: big }).end();
    expect(await collect(events)).toEqual([{ type: "ADDED", object: big }]);
  });
});

describe("a watch that fails", () => {
  test("throws the server's ERROR event, for which isGone holds when the version expired", async () => {
    const { stream, events } = watch({ resourceVersion: "1" });
    const status = {
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      reason: "Expired",
      message: "too old resource version: 1 (9)",
      code: 410,
    };
    stream.events({ type: "ADDED", object: pod("a") }, { type: "ERROR", object: status });
    const error = await caught(collect(events));
    expect(isGone(error)).toBe(true);
    expect(String(error)).toContain("too old resource version");
    expect(stream.isCancelled).toBe(true);
  });

  test("throws the server's refusal", async () => {
    const server = new ScriptedServer(() => statusReply(403, "Forbidden", "pods is forbidden"));
    const events = new ApiClient({ transport: server }).watch(Pod);
    await expect(collect(events)).rejects.toThrow("pods is forbidden");
  });

  test.each([
    { name: "a line that is not JSON", text: '{"type":"ADDED","object":{"ki\n', message: "is not JSON" },
    { name: "HTML", text: "<html>\n", message: "is not JSON" },
    { name: "HTML without a newline", text: "<html>", message: "is not JSON" },
    { name: "other JSON", text: '{"kind":"Pod"}\n', message: "no watch event" },
    { name: "null", text: "null\n", message: "no watch event" },
    { name: "an unknown type", text: '{"type":"RENAMED","object":{}}\n', message: 'the unknown type "RENAMED"' },
  ])("throws for $name", async ({ text, message }) => {
    const { stream, events } = watch();
    stream.push(text).end();
    await expect(collect(events)).rejects.toMatchObject({
      code: "UNEXPECTED_RESPONSE",
      message: expect.stringContaining(message),
    });
    expect(stream.isCancelled).toBe(true);
  });

  test("throws CONNECTION_LOST when the stream ends in the middle of an event", async () => {
    const { stream, events } = watch();
    stream.push('{"type":"ADDED","object":{"ki').end();
    await expect(collect(events)).rejects.toMatchObject({
      code: "CONNECTION_LOST",
      message: "the watch of Pod ended in the middle of an event: the connection broke",
    });
    expect(stream.isCancelled).toBe(true);
  });

  test("says HTML when a proxy answers 200 with a page", async () => {
    const server = new ScriptedServer(() => ({
      text: "<html>Sign in</html>",
      headers: { "content-type": "text/html" },
    }));
    const events = new ApiClient({ transport: server }).watch(Pod);
    await expect(collect(events)).rejects.toMatchObject({
      code: "UNEXPECTED_RESPONSE",
      message: expect.stringMatching(/html/i),
    });
  });

  test("throws when the connection breaks, after what came before", async () => {
    const { stream, events } = watch();
    stream
      .events({ type: "ADDED", object: pod("a") })
      .push('{"type":"ADD')
      .fail(connectionLost());
    const iterator = events[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toEqual({ type: "ADDED", object: pod("a") });
    await expect(iterator.next()).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  test("does not show an object's content in an error", async () => {
    const { stream, events } = watch();
    stream.push('{"type":"ADDED","object":{"data":{"password":"hunter2"').end();
    const error = (await caught(collect(events))) as Error;
    expect(`${error.message} ${error.cause}`).not.toContain("hunter2");
  });
});

describe("the idle deadline of a watch", () => {
  test("fails a watch to which nothing came for longer than the server may be silent", async () => {
    const { clock, stream, events } = watch();
    const result = caught(collect(events));
    await stream.starved();
    clock.advance(249_999);
    expect(stream.isCancelled).toBe(false);
    clock.advance(1);
    expect(await result).toMatchObject({ code: "WATCH_STALLED", message: expect.stringContaining("250000 ms") });
    expect(stream.isCancelled).toBe(true);
  });

  test("begins anew with every byte", async () => {
    const { clock, stream, events } = watch({ idleTimeoutMs: 100 });
    const result = caught(collect(events));
    for (let count = 0; count < 5; count++) {
      await stream.starved();
      clock.advance(99);
      stream.push(" ");
    }
    await stream.starved();
    clock.advance(100);
    expect(await result).toMatchObject({ code: "WATCH_STALLED" });
  });

  test("also runs while the server has not answered at all", async () => {
    const clock = new ManualClock();
    let isAborted = false;
    const asked = deferred();
    const client = new ApiClient({
      clock,
      transport: new ScriptedServer(({ signal }) => {
        signal?.addEventListener("abort", () => (isAborted = true));
        asked.resolve();
        return new Promise(() => {});
      }),
    });
    const result = caught(collect(client.watch(Pod, { idleTimeoutMs: 100 })));
    await asked.promise;
    clock.advance(100);
    expect(await result).toMatchObject({ code: "WATCH_STALLED" });
    expect(isAborted).toBe(true);
  });

  test("does not run while the consumer is busy", async () => {
    const { clock, stream, events } = watch({ idleTimeoutMs: 100 });
    stream.events({ type: "ADDED", object: pod("a") });
    const iterator = events[Symbol.asyncIterator]();
    await iterator.next();
    clock.advance(1_000);
    stream.events({ type: "ADDED", object: pod("b") });
    expect((await iterator.next()).value).toEqual({ type: "ADDED", object: pod("b") });
    await iterator.return?.();
  });

  test("leaves no timer behind when the client is closed and nobody reads the watch any more", async () => {
    const { client, clock, stream, events } = watch();
    stream.events({ type: "ADDED", object: pod("a") });
    const iterator = events[Symbol.asyncIterator]();
    await iterator.next();
    await client.close();
    expect(clock.pending).toBe(0);
    expect(await caught(iterator.next())).toMatchObject({ code: "CLOSED" });
  });

  test.each([
    { name: "ends", act: (stream: ScriptedStream) => stream.end() },
    { name: "fails", act: (stream: ScriptedStream) => stream.fail(connectionLost()) },
  ])("leaves no timer behind when the watch $name", async ({ act }) => {
    const { clock, stream, events } = watch();
    const result = caught(collect(events));
    await stream.starved();
    expect(clock.pending).toBe(1);
    act(stream);
    await result;
    expect(clock.pending).toBe(0);
  });
});

describe("ending a watch", () => {
  test("break closes the connection", async () => {
    const { clock, stream, events } = watch();
    stream.events({ type: "ADDED", object: pod("a") }, { type: "ADDED", object: pod("b") });
    for await (const _ of events) break;
    expect(stream.isCancelled).toBe(true);
    expect(clock.pending).toBe(0);
  });

  test("return ends a next that is waiting", async () => {
    const { clock, stream, events } = watch();
    const iterator = events[Symbol.asyncIterator]();
    const waiting = iterator.next();
    await stream.starved();
    await iterator.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(stream.isCancelled).toBe(true);
    expect(clock.pending).toBe(0);
  });

  test("return before the first next opens nothing", async () => {
    const { server, events } = watch();
    const iterator = events[Symbol.asyncIterator]();
    await iterator.return?.();
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(server.requests).toEqual([]);
  });

  test("the signal ends a waiting watch at once with its reason", async () => {
    const controller = new AbortController();
    const { clock, stream, events } = watch({ signal: controller.signal });
    const result = caught(collect(events));
    await stream.starved();
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await result).toBe(reason);
    expect(stream.isCancelled).toBe(true);
    expect(clock.pending).toBe(0);
  });

  test("the signal ends a watch whose events wait to be read", async () => {
    const controller = new AbortController();
    const { stream, events } = watch({ signal: controller.signal });
    stream.events({ type: "ADDED", object: pod("a") }, { type: "ADDED", object: pod("b") });
    const iterator = events[Symbol.asyncIterator]();
    await iterator.next();
    controller.abort(new Error("enough"));
    await expect(iterator.next()).rejects.toThrow("enough");
  });

  test("a signal that has aborted opens nothing", async () => {
    const { server, events } = watch({ signal: AbortSignal.abort(new Error("enough")) });
    await expect(collect(events)).rejects.toThrow("enough");
    expect(server.requests).toEqual([]);
  });

  test("needs one listener for any number of watches that share a signal", async () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    const { client } = watch();
    const results = Array.from({ length: 20 }, () => caught(collect(client.watch(Pod, { signal }))));
    controller.abort(new Error("enough"));
    for (const result of results) expect(await result).toBe(signal.reason);
    expect(listeners).toBe(1);
  });

  test("leaves no listener on the signal", async () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    const { stream, events } = watch({ signal });
    stream.end();
    await collect(events);
    expect(listeners).toBe(0);
  });
});

describe("back-pressure", () => {
  test("takes bytes only when the consumer asks for an event", async () => {
    const { stream, events } = watch();
    for (let count = 0; count < 10; count++) stream.events({ type: "ADDED", object: pod(`p${count}`) });
    const iterator = events[Symbol.asyncIterator]();
    for (let count = 1; count <= 3; count++) {
      await iterator.next();
      expect(stream.pulls).toBe(count);
    }
    await iterator.return?.();
  });

  test("tells several events of one chunk without taking another", async () => {
    const { stream, events } = watch();
    stream.events({ type: "ADDED", object: pod("a") }, { type: "ADDED", object: pod("b") });
    const iterator = events[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.next();
    expect(stream.pulls).toBe(1);
    await iterator.return?.();
  });
});

describe("pod logs", () => {
  function logs(script: (stream: ScriptedStream) => void) {
    const stream = new ScriptedStream();
    script(stream);
    const server = new ScriptedServer(() => ({ stream }));
    return { server, stream, client: new ApiClient({ transport: server, namespace: "shop" }) };
  }

  test("come line by line, the last one also without a newline", async () => {
    const { server, client } = logs((stream) => stream.push("one\n\ntwo\nth").push("ree").end());
    const lines: string[] = [];
    for await (const line of client.logs("web-1")) lines.push(line);
    expect(lines).toEqual(["one", "", "two", "three"]);
    expect(server.last).toMatchObject({ path: "/api/v1/namespaces/shop/pods/web-1/log", isStream: true });
  });

  test("ask for what the options say", async () => {
    const { server, client } = logs((stream) => stream.end());
    const options = {
      container: "c",
      follow: true,
      previous: true,
      sinceSeconds: 5,
      tailLines: 10,
      limitBytes: 100,
      timestamps: true,
    };
    for await (const _ of client.logs("a/web-1", options));
    expect(server.last.path).toBe(
      "/api/v1/namespaces/a/pods/web-1/log?container=c&follow=true&previous=true&sinceSeconds=5&tailLines=10&limitBytes=100&timestamps=true",
    );
  });

  test("throw the server's refusal", async () => {
    const server = new ScriptedServer(() => statusReply(400, "BadRequest", "a container name must be specified"));
    const lines = new ApiClient({ transport: server }).logs("web-1");
    await expect(lines[Symbol.asyncIterator]().next()).rejects.toThrow("a container name must be specified");
  });

  test("close the connection on break", async () => {
    const { stream, client } = logs((stream) => stream.push("one\n"));
    for await (const _ of client.logs("web-1", { follow: true })) break;
    expect(stream.isCancelled).toBe(true);
  });
});
