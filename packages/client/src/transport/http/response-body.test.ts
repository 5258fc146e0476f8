import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ClientError } from "../../errors.ts";
import { type BodySource, ReceivedBody } from "./response-body.ts";

function receive(options: { isStream?: boolean; isGzip?: boolean }): { body: ReceivedBody; cancelled: () => number } {
  let cancels = 0;
  const source: BodySource = { pause() {}, resume() {}, cancel: () => void cancels++ };
  const body = new ReceivedBody(source, {
    doing: "GET /x",
    isStream: options.isStream ?? false,
    isGzip: options.isGzip ?? false,
    maxBytes: 1000,
  });
  return { body, cancelled: () => cancels };
}

const ended = (body: ReceivedBody): Promise<void> => new Promise((resolve) => body.end(resolve));

describe("a body of more bytes than a text can have", () => {
  test.each([
    ["as it is", { isGzip: false }],
    ["as a stream that is read as a text", { isStream: true }],
  ])("%s is given up", async (_name, options) => {
    const { body, cancelled } = receive(options);
    const text = body.text();
    body.push(Buffer.alloc(600));
    body.push(Buffer.alloc(401));
    await expect(text).rejects.toMatchObject({
      code: "UNEXPECTED_RESPONSE",
      message: expect.stringMatching(/^GET \/x: the answer has more than 1000 bytes/),
    });
    expect(cancelled()).toBe(1);
  });

  test("unpacked is an error", async () => {
    const { body } = receive({ isGzip: true });
    body.push(gzipSync(Buffer.alloc(1001)));
    await ended(body);
    await expect(body.text()).rejects.toMatchObject({
      code: "UNEXPECTED_RESPONSE",
      message: expect.stringMatching(/^GET \/x: the answer has more than 1000 bytes/),
    });
  });

  test("is not one of exactly as many", async () => {
    for (const options of [{ isGzip: true }, { isStream: true }, {}]) {
      const { body } = receive(options);
      body.push(options.isGzip ? gzipSync(Buffer.alloc(1000, "x")) : Buffer.alloc(1000, "x"));
      await ended(body);
      expect((await body.text()).length).toBe(1000);
    }
  });

  test("as a stream that is read in chunks is read to its end", async () => {
    const { body } = receive({ isStream: true });
    body.push(Buffer.alloc(600));
    body.push(Buffer.alloc(600));
    await ended(body);
    let bytes = 0;
    for await (const chunk of body) bytes += chunk.length;
    expect(bytes).toBe(1200);
  });
});

describe("a stream", () => {
  test("gives what arrived together in one chunk, and the rest when it comes", async () => {
    const { body } = receive({ isStream: true });
    const chunks = body[Symbol.asyncIterator]();
    const first = chunks.next();
    body.push(Buffer.from("ab"));
    body.push(Buffer.from("c"));
    expect((await first).value?.toString()).toBe("abc");
    const second = chunks.next();
    body.push(Buffer.from("d"));
    expect((await second).value?.toString()).toBe("d");
  });

  test("that breaks gives what arrived before", async () => {
    const { body } = receive({ isStream: true });
    const chunks = body[Symbol.asyncIterator]();
    body.push(Buffer.from("ab"));
    body.fail(new ClientError("CONNECTION_LOST", "reset"));
    expect((await chunks.next()).value?.toString()).toBe("ab");
    await expect(chunks.next()).rejects.toMatchObject({ code: "CONNECTION_LOST" });
  });
});

describe("a compressed body", () => {
  test("is done when it is unpacked, and not before", async () => {
    const { body } = receive({ isGzip: true });
    body.push(gzipSync("abc"));
    let isDone = false;
    const done = new Promise<void>((resolve) =>
      body.end(() => {
        isDone = true;
        resolve();
      }),
    );
    expect(isDone).toBe(false);
    await done;
    expect(await body.text()).toBe("abc");
  });

  test("that is aborted while it is unpacked fails at once", async () => {
    const { body } = receive({ isGzip: true });
    body.push(gzipSync("abc"));
    body.end(() => {});
    const text = body.text();
    const reason = new ClientError("TIMEOUT", "too late");
    body.abort(reason);
    await expect(text).rejects.toBe(reason);
  });
});
