import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { ServerRequest, ServerResponse } from "../exchange.ts";
import { InProcessTransport, type TransportFailureCode } from "./in-process-transport.ts";

class Failure extends Error {
  readonly code: TransportFailureCode;
  constructor(code: TransportFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

describe("InProcessTransport", () => {
  test("hands over what was sent, and gives what was answered", async () => {
    const { transport, requests } = setUp(async () => ({
      status: 201,
      headers: { a: "b", warning: ["x", "y"] },
      body: "grüße",
    }));
    const sent = { method: "POST", path: "/a?b=c", headers: { h: "v" }, body: "hällo" };
    const { status, headers, body } = await transport.send(sent);
    expect(status).toBe(201);
    expect(headers).toEqual(
      new Map([
        ["a", ["b"]],
        ["warning", ["x", "y"]],
      ]),
    );
    expect(await body.text()).toBe("grüße");
    const [request] = requests;
    expect(request).toMatchObject({ method: "POST", target: "/a?b=c", headers: { h: "v" } });
    expect(Buffer.from(await request!.body()).toString()).toBe("hällo");
    expect(request!.credentials.user?.name).toBe("jane");
  });

  test("gives a body piece by piece, too", async () => {
    const { transport } = setUp(async () => ({ status: 200, headers: {}, body: Buffer.from("abc") }));
    const { body } = await transport.send({ method: "GET", path: "/" });
    const pieces: string[] = [];
    for await (const piece of body) pieces.push(Buffer.from(piece).toString());
    expect(pieces).toEqual(["abc"]);
    await expect(body.text()).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  });

  test("gives the value of JSON that the server has not written, once, or else its text", async () => {
    let written = 0;
    const body = { text: () => `{"a":${++written}}`, value: () => ({ a: 1 }) };
    const { transport } = setUp(async () => ({ status: 200, headers: {}, body }));
    const send = () => transport.send({ method: "GET", path: "/" });
    const { body: read } = await send();
    expect(await read.json?.()).toEqual({ a: 1 });
    expect(written).toBe(0);
    await expect(read.text()).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    expect(await (await send()).body.text()).toBe('{"a":1}');
  });

  test("has no value of a body of which the server has only the text", async () => {
    const { transport } = setUp(async () => ({ status: 200, headers: {}, body: "{}" }));
    expect((await transport.send({ method: "GET", path: "/" })).body.json).toBeUndefined();
  });

  test("gives the values of a stream as they come, and ends the stream with its reader", async () => {
    let isEnded = false;
    const { transport } = setUp(async () => ({
      status: 200,
      headers: {},
      body: (async function* () {
        try {
          yield { text: () => "never", value: () => 1 };
          yield '{"two":2}\n';
          yield { text: () => "never", value: () => 3 };
        } finally {
          isEnded = true;
        }
      })(),
    }));
    const { body } = await transport.send({ method: "GET", path: "/", isStream: true });
    const values: unknown[] = [];
    for await (const value of body.values()) {
      values.push(value);
      if (values.length === 2) break;
    }
    expect(values).toEqual([1, { two: 2 }]);
    expect(isEnded).toBe(true);
  });

  test.each([
    [false, "own"],
    [true, "shared"],
  ])("where objects are shared (%s), gives the %s values of a stream", async (sharesObjects, expected) => {
    const body = (async function* () {
      yield { text: () => "never", value: () => "own", shared: () => "shared" };
    })();
    const { transport } = setUp(async () => ({ status: 200, headers: {}, body }), { sharesObjects });
    const response = await transport.send({ method: "GET", path: "/", isStream: true });
    const values: unknown[] = [];
    for await (const value of response.body.values()) values.push(value);
    expect(values).toEqual([expected]);
  });

  test("calls beforeSend in the turn in which the server gets the request", async () => {
    const order: string[] = [];
    const { transport } = setUp(async () => {
      order.push("server");
      return { status: 200, headers: {}, body: "" };
    });
    const response = transport.send({ method: "GET", path: "/", beforeSend: () => void order.push("before") });
    expect(order).toEqual(["before", "server"]);
    await response;
    const refusal = new Error("no");
    const refused = transport.send({
      method: "GET",
      path: "/",
      beforeSend: () => {
        throw refusal;
      },
    });
    await expect(refused).rejects.toBe(refusal);
    expect(order).toEqual(["before", "server"]);
  });

  test("leaves others their turn when requests do not end, and keeps these in order", async () => {
    const { transport, requests } = setUp(async () => ({ status: 200, headers: {}, body: "" }));
    let isOver = false;
    setImmediate(() => {
      isOver = true;
    });
    const send = async (): Promise<unknown> =>
      (await transport.send({ method: "GET", path: `/${sent++}` })).body.text();
    let sent = 0;
    while (!isOver && sent < 1000) await Promise.all([send(), send(), send()]);
    expect(isOver).toBe(true);
    expect(requests.map(({ target }) => target)).toEqual(Array.from({ length: sent }, (_, at) => `/${at}`));
  });

  test("a request that is given up, or whose transport is closed, while it waits for its turn is not made", async () => {
    const { transport, requests } = setUp(async () => ({ status: 200, headers: {}, body: "" }));
    const controller = new AbortController();
    const pending: Promise<unknown>[] = [];
    while (pending.length < 100) {
      pending.push(transport.send({ method: "GET", path: "/", signal: controller.signal }));
    }
    const made = requests.length;
    expect(made).toBeLessThan(100);
    const reason = new Error("enough");
    const outcomes = Promise.allSettled([...pending, transport.send({ method: "GET", path: "/other" })]);
    controller.abort(reason);
    await transport.close();
    const [first, ...others] = (await outcomes).slice(made);
    expect(first).toEqual({ status: "rejected", reason });
    expect(others.at(-1)).toMatchObject({ status: "rejected", reason: { code: "CLOSED" } });
    expect(requests).toHaveLength(made);
  });

  test("a request that takes too long fails, and the server is told", async () => {
    const { transport, clock, requests } = setUp(() => new Promise(() => {}));
    const response = transport.send({ method: "GET", path: "/slow?x", timeoutMs: 100 });
    const outcome = expect(response).rejects.toMatchObject({
      code: "TIMEOUT",
      message: expect.stringContaining("GET /slow: no complete answer within 100 ms"),
    });
    await clock.advance(100);
    await outcome;
    expect(requests[0]!.signal.aborted).toBe(true);
  });

  test("the limit of a stream ends with its headers", async () => {
    const { transport, clock } = setUp(async () => ({ status: 200, headers: {}, body: endless() }));
    const { body } = await transport.send({ method: "GET", path: "/", timeoutMs: 100, isStream: true });
    await clock.advance(1000);
    const iterator = body[Symbol.asyncIterator]();
    expect(Buffer.from((await iterator.next()).value as Uint8Array).toString()).toBe("x");
    body.cancel();
  });

  test("an abort ends the wait for the answer, and for the body", async () => {
    const { transport, requests } = setUp(async ({ target }) => {
      return target === "/never" ? new Promise(() => {}) : { status: 200, headers: {}, body: endless() };
    });
    const reason = new Error("enough");
    const first = new AbortController();
    const response = transport.send({ method: "GET", path: "/never", signal: first.signal });
    first.abort(reason);
    await expect(response).rejects.toBe(reason);
    await expect(transport.send({ method: "GET", path: "/", signal: first.signal })).rejects.toBe(reason);
    const second = new AbortController();
    const { body } = await transport.send({ method: "GET", path: "/", signal: second.signal, isStream: true });
    const iterator = body[Symbol.asyncIterator]();
    await iterator.next();
    const next = iterator.next();
    second.abort(reason);
    await expect(next).rejects.toBe(reason);
    expect(requests.every(({ signal }) => signal.aborted)).toBe(true);
  });

  test("a lost answer, and a body that breaks off, are lost connections", async () => {
    const { transport } = setUp(async ({ target }) => {
      if (target === "/lost") return { status: 500, headers: {}, body: "", isLost: true };
      return { status: 200, headers: {}, body: broken() };
    });
    await expect(transport.send({ method: "GET", path: "/lost" })).rejects.toMatchObject({ code: "CONNECTION_FAILED" });
    const { body } = await transport.send({ method: "GET", path: "/" });
    await expect(body.text()).rejects.toMatchObject({ code: "CONNECTION_LOST" });
  });

  test("closing ends what is open, and everything later", async () => {
    const { transport, requests } = setUp(async ({ target }) => {
      return target === "/never" ? new Promise(() => {}) : { status: 200, headers: {}, body: endless() };
    });
    const waiting = transport.send({ method: "GET", path: "/never" });
    const { body } = await transport.send({ method: "GET", path: "/", isStream: true });
    const iterator = body[Symbol.asyncIterator]();
    await iterator.next();
    const next = iterator.next();
    await transport.close();
    await expect(waiting).rejects.toMatchObject({ code: "CLOSED" });
    await expect(next).rejects.toMatchObject({ code: "CLOSED" });
    await expect(transport.send({ method: "GET", path: "/" })).rejects.toMatchObject({ code: "CLOSED" });
    expect(requests.every(({ signal }) => signal.aborted)).toBe(true);
  });
});

function setUp(
  handle: (request: ServerRequest) => Promise<ServerResponse>,
  options: { readonly sharesObjects?: boolean } = {},
): {
  transport: InProcessTransport;
  clock: ManualClock;
  requests: ServerRequest[];
} {
  const clock = new ManualClock();
  const requests: ServerRequest[] = [];
  const transport = new InProcessTransport({
    ...options,
    handle: (request) => {
      requests.push(request);
      return handle(request);
    },
    credentials: { user: { name: "jane", uid: "", groups: [], extra: {} } },
    clock,
    failure: (code, message) => new Failure(code, message),
  });
  return { transport, clock, requests };
}

async function* endless(): AsyncGenerator<string> {
  yield "x";
  await new Promise(() => {});
}

async function* broken(): AsyncGenerator<string> {
  yield "x";
  throw new Error("broken");
}
