import { ManualClock, notFoundError } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { Secret } from "@kubewright/api/core/v1";
import { ClientError } from "@kubewright/client";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { RuntimeError } from "../../errors.ts";
import { createLogger, type LoggerOptions } from "./create-logger.ts";
import type { Logger } from "./logger.ts";

const secret = Secret.of({
  metadata: { name: "db", namespace: "shop", annotations: { last: "hunter2" } },
  stringData: { password: "hunter2" },
});
const deployment = Deployment.of({
  metadata: { name: "web", namespace: "shop" },
  spec: { selector: {}, template: { spec: { containers: [{ name: "web", image: "web:1" }] } } },
});

function logTo(options: LoggerOptions & { readonly isTerminal?: boolean } = {}): { log: Logger; lines: string[] } {
  const { isTerminal = false, ...rest } = options;
  const lines: string[] = [];
  const process = { writeLine: (line: string) => void lines.push(line), isTerminal };
  return { log: createLogger({ process, clock: new ManualClock(), env: {}, ...rest }), lines };
}

/** The one JSON line that `fields` make, without time, level and message. */
function fieldsOf(fields: object, level: "info" | "warn" | "error" = "info"): Record<string, unknown> {
  const { log, lines } = logTo();
  log[level](fields, "m");
  expect(lines).toHaveLength(1);
  const { time: _, level: __, msg: ___, ...rest } = JSON.parse(lines[0]!);
  return rest;
}

describe("JSON lines", () => {
  test("have time, level and message first, then the fields", () => {
    const { log, lines } = logTo();
    log.warn({ port: 8080, hosts: ["a"], ok: true }, "listening");
    expect(lines).toEqual([
      '{"time":"2026-01-01T00:00:00.000Z","level":"warn","msg":"listening","port":8080,"hosts":["a"],"ok":true}\n',
    ]);
  });

  test("keep a field that is named like one of their own", () => {
    expect(fieldsOf({ level: 9, msg: "x", time: 1 })).toEqual({ _level: 9, _msg: "x", _time: 1 });
  });

  test("carry the fields of the logger and its parents, the nearest winning", () => {
    const { log, lines } = logTo({ fields: { controller: "web", n: 1 } });
    log.child({ n: 2, id: "a" }).child({ id: "b" }).info({ last: true }, "m");
    expect(JSON.parse(lines[0]!)).toMatchObject({ controller: "web", n: 2, id: "b", last: true });
  });

  test.each([
    ["a bigint", 2n ** 64n, "18446744073709551616"],
    ["NaN", Number.NaN, "NaN"],
    ["a symbol", Symbol("s"), "Symbol(s)"],
    ["a function", function f() {}, "[Function f]"],
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["no date", new Date(Number.NaN), "Invalid Date"],
    ["bytes", Buffer.from("hunter2"), "[Buffer, 7 bytes]"],
    ["a map", new Map([["a", 1]]), { a: 1 }],
    ["a set", new Set([1, 2]), [1, 2]],
    ["an object with a JSON form of its own", { toJSON: () => "own" }, "own"],
    ["a URL", new URL("http://a/b"), "http://a/b"],
    ["null", null, null],
    ["undefined in a list", [undefined], [null]],
    ["undefined in an object", { a: undefined, b: 1 }, { b: 1 }],
    ["an object without prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ["a long text", "x".repeat(9000), `${"x".repeat(8192)}… [808 more characters]`],
    [
      "a text that would be cut within a character",
      `${"x".repeat(8191)}😀`,
      `${"x".repeat(8191)}… [1 more characters]`,
    ],
    ["a long list", Array.from({ length: 150 }, (_, i) => i), [...Array(100).keys(), "[50 more]"]],
  ])("show %s", (_, value, shown) => {
    expect(fieldsOf({ value })).toEqual({ value: shown });
  });

  test("end for circular values, and show one value twice where it is not circular", () => {
    const circular = { name: "a", self: [] as unknown[] };
    circular.self.push(circular);
    const twice = { n: 1 };
    expect(fieldsOf({ circular, twice: [twice, twice] })).toEqual({
      circular: { name: "a", self: ["[Circular]"] },
      twice: [{ n: 1 }, { n: 1 }],
    });
  });

  test("are written for values that throw when looked at", () => {
    const thrower = {
      get bad(): string {
        throw new Error("no");
      },
    };
    const proxy = new Proxy(
      {},
      {
        ownKeys: () => {
          throw "really no";
        },
      },
    );
    const json = {
      toJSON: () => {
        throw new Error("not so");
      },
    };
    expect(fieldsOf({ thrower, json, proxy })).toEqual({
      thrower: "[unreadable: no]",
      json: "[unreadable: not so]",
      proxy: "[unreadable: really no]",
    });
    expect(fieldsOf(proxy)).toEqual({ fields: "[unreadable: really no]" });
  });

  test("stay small for values that are deep and wide", () => {
    const wide = (depth: number): unknown => (depth === 0 ? "leaf" : Array.from({ length: 50 }, () => wide(depth - 1)));
    const deep = Array.from({ length: 100 }).reduce((inner) => ({ inner }), "end");
    const { log, lines } = logTo();
    log.info({ deep, wide: wide(3) }, "m");
    expect(lines[0]!.length).toBeLessThan(40_000);
    expect(lines[0]).toContain("[Object]");
  });
});

describe("Kubernetes objects", () => {
  test("become references, however deep they are", () => {
    expect(fieldsOf({ secret, nested: [{ deployment }] })).toEqual({
      secret: { apiVersion: "v1", kind: "Secret", namespace: "shop", name: "db" },
      nested: [{ deployment: { apiVersion: "apps/v1", kind: "Deployment", namespace: "shop", name: "web" } }],
    });
  });

  test.each<[string, object, object]>([
    [
      "an object before it has a name",
      { apiVersion: "v1", kind: "Secret", metadata: { generateName: "db-" }, data: { p: "hunter2" } },
      { apiVersion: "v1", kind: "Secret", name: "db-" },
    ],
    ["an item of a list without its kind", { metadata: { name: "db" }, data: { p: "hunter2" } }, { name: "db" }],
    [
      "a list",
      { apiVersion: "v1", kind: "SecretList", metadata: {}, items: [secret] },
      { apiVersion: "v1", kind: "SecretList", items: 1 },
    ],
    [
      "an object that reads as JSON differently",
      { ...secret, toJSON: () => "hunter2" },
      { apiVersion: "v1", kind: "Secret", namespace: "shop", name: "db" },
    ],
    ["a kind", Secret, { apiVersion: "v1", kind: "Secret" }],
    [
      "an object without metadata",
      { apiVersion: "v1", kind: "Secret", data: { p: "hunter2" } },
      { apiVersion: "v1", kind: "Secret" },
    ],
    [
      "an object whose metadata is null",
      { apiVersion: "v1", kind: "Secret", metadata: null, data: { p: "hunter2" } },
      { apiVersion: "v1", kind: "Secret" },
    ],
    [
      "a patch",
      { metadata: { labels: { a: "b" } }, stringData: { p: "hunter2" }, type: "Opaque" },
      { metadata: { labels: { a: "b" } }, type: "Opaque" },
    ],
    [
      "an owner reference",
      { apiVersion: "v1", kind: "Pod", name: "a", uid: "1", controller: true },
      { apiVersion: "v1", kind: "Pod", name: "a", uid: "1", controller: true },
    ],
  ])("show of %s only which it is", (_, value, shown) => {
    expect(fieldsOf({ value })).toEqual({ value: shown });
  });

  test("that are the fields themselves are no less safe", () => {
    const { log, lines } = logTo();
    log.info(secret, "m");
    log.child({ ...secret }).info({}, "m");
    expect(lines.join()).not.toContain("hunter2");
    expect(JSON.parse(lines[0]!)).toMatchObject({ kind: "Secret", name: "db" });
  });
});

describe("errors", () => {
  test("have message, code, reason, stack and causes", () => {
    const cause = notFoundError({ group: "", resource: "pods" }, "web");
    const error = new ClientError("CONNECTION_LOST", "gone", { cause });
    expect(fieldsOf({ error }, "error")).toEqual({
      error: {
        message: "gone",
        code: "CONNECTION_LOST",
        stack: expect.stringContaining("create-logger.test.ts"),
        cause: {
          message: 'pods "web" not found',
          code: 404,
          reason: "NotFound",
          stack: expect.any(String),
        },
      },
    });
  });

  test.each<[string, Error, boolean]>([
    ["the server", notFoundError({ group: "", resource: "pods" }, "web"), false],
    ["the client", new ClientError("CONNECTION_LOST", "gone", { cause: new Error("ECONNRESET") }), false],
    ["the runtime", new RuntimeError("CACHE_SYNC_TIMEOUT", "not known in full"), false],
    ["anything else", new Error("a bug"), true],
  ])("of %s at warn have a stack only if it helps", (_, error, hasStack) => {
    expect(JSON.stringify(fieldsOf({ error }, "warn")).includes('"stack"')).toBe(hasStack);
    expect(JSON.stringify(fieldsOf({ error }, "error"))).toContain('"stack"');
  });

  test("have the stack of what wraps a failure of the server, at warn", () => {
    const cause = notFoundError({ group: "", resource: "pods" }, "web");
    expect(fieldsOf({ err: new Error("mine", { cause }) }, "warn")).toEqual({
      err: {
        message: "mine",
        stack: expect.any(String),
        cause: { message: cause.message, code: 404, reason: "NotFound" },
      },
    });
  });

  test("may be the fields themselves, several in one, circular, or no errors at all", () => {
    const circular = new Error("a");
    circular.cause = circular;
    expect(fieldsOf(new Error("alone"))).toMatchObject({ err: { message: "alone" } });
    expect(fieldsOf({ err: new AggregateError([new Error("one")], "all") })).toMatchObject({
      err: { message: "all", errors: [{ message: "one" }] },
    });
    expect(fieldsOf({ error: circular })).toMatchObject({ error: { message: "a", cause: "[Circular]" } });
    expect(fieldsOf({ error: "just a text" })).toEqual({ error: "just a text" });
  });

  test("do not show their own fields, which may hold anything", () => {
    const error = Object.assign(new Error("no"), { secret: "hunter2", response: { body: "hunter2" } });
    expect(JSON.stringify(fieldsOf({ error }))).not.toContain("hunter2");
  });
});

describe("console lines", () => {
  test("are aligned, with fields as name=value", () => {
    const { log, lines } = logTo({ format: "console", level: "debug" });
    log.info({ port: 8080, path: "a b", empty: "", list: [1], deployment }, "serving metrics");
    log.debug({}, "short");
    expect(lines).toEqual([
      '2026-01-01T00:00:00.000Z INFO  serving metrics                          port=8080 path="a b" list=[1] deployment=Deployment:shop/web\n',
      "2026-01-01T00:00:00.000Z DEBUG short\n",
    ]);
  });

  test("name the object of a reconcile once, with a short id", () => {
    const reconcileID = "5cfbcf0c-7c0b-4b0e-9d3c-0b8f9f5a2d11";
    const fields = { controller: "shop", controllerGroup: "", namespace: "default", name: "shop", reconcileID };
    const { log, lines } = logTo({ format: "console" });
    log.info({ ConfigMap: { namespace: "default", name: "shop" }, ...fields }, "done");
    log.info({ Node: { name: "a" }, ...fields }, "done");
    expect(lines.map((line) => line.replace(/.* done +/, ""))).toEqual([
      "ConfigMap=default/shop controller=shop reconcileID=5cfbcf0c\n",
      "Node=a controller=shop namespace=default name=shop reconcileID=5cfbcf0c\n",
    ]);
  });

  test("show errors without stacks by their messages", () => {
    const { log, lines } = logTo({ format: "console" });
    const cause = notFoundError({ group: "", resource: "pods" }, "web");
    log.warn(
      { err: new ClientError("CONNECTION_LOST", "gone", { cause }), other: { message: "a", more: 1 } },
      "failed",
    );
    expect(lines[0]).toMatch(/ err="gone: pods \\"web\\" not found" other=\{"message":"a","more":1\}\n$/);
  });

  test("show errors with their causes, and stacks below", () => {
    const { log, lines } = logTo({ format: "console" });
    log.error({ error: new Error("outer", { cause: new Error("inner") }) }, "failed");
    const [first, ...rest] = lines[0]!.split("\n");
    expect(first).toMatch(/ERROR failed {35}error="outer: inner"$/);
    expect(rest[0]).toBe("    Error: outer");
    expect(rest).toContainEqual("    caused by: Error: inner");
  });

  test("cannot be forged by what is logged", () => {
    const { log, lines } = logTo({ format: "console" });
    const controls = "\n\u001b[31m\u007f\u0085\u009b\u2028\u2029";
    const error = Object.assign(new Error(controls), { stack: `at ${controls}` });
    log.info({ [`a${controls}`]: `x${controls}`, list: [controls], error }, `one${controls}two`);
    const lineBreaks = lines[0]!.match(/[\p{Cc}\u2028\u2029]/gu);
    expect(lineBreaks).toEqual(["\n", "\n", "\n"]);
  });

  test.each([
    ["on a terminal", {}, true, true],
    ["on a terminal where NO_COLOR is empty", { NO_COLOR: "" }, true, true],
    ["not on a terminal with NO_COLOR", { NO_COLOR: "1" }, true, false],
    ["not elsewhere", {}, false, false],
  ])("have colours %s", (_, env, isTerminal, hasColor) => {
    const { log, lines } = logTo({ format: "console", env, isTerminal });
    log.error({ a: 1 }, "m");
    expect(lines[0]!.includes("\u001b[31mERROR\u001b[0m")).toBe(hasColor);
    expect(lines[0]!.includes("\u001b")).toBe(hasColor);
  });
});

describe("createLogger", () => {
  test.each([
    ["debug", ["debug", "info", "warn", "error"]],
    [undefined, ["info", "warn", "error"]],
    ["warn", ["warn", "error"]],
    ["error", ["error"]],
    ["silent", []],
  ] as const)("with level %s writes %j", (level, written) => {
    const { log, lines } = logTo(level === undefined ? {} : { level });
    for (const each of ["debug", "info", "warn", "error"] as const) log.child({})[each]({}, "m");
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(written);
  });

  test.each([
    [{ level: "verbose" }, 'createLogger: level is "verbose", but must be one of debug, info, warn, error, silent'],
    [{ format: "text" }, 'createLogger: format is "text", but must be one of json, console'],
  ])("refuses %j", (options, message) => {
    const create = () => createLogger(options as LoggerOptions);
    expect(create).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT", message }));
  });

  test("writes console lines to a terminal, JSON elsewhere", () => {
    for (const isTerminal of [true, false]) {
      const { log, lines } = logTo({ isTerminal });
      log.info({}, "m");
      expect(lines[0]!.startsWith("{")).toBe(!isTerminal);
    }
  });

  test("does not throw when lines cannot be written", () => {
    const process = {
      isTerminal: false,
      writeLine(): void {
        throw new Error("EPIPE");
      },
    };
    const log = createLogger({ process, clock: new ManualClock() });
    expect(() => log.info({}, "m")).not.toThrow();
  });
});

test("a pino logger is a Logger as it is", () => {
  const lines: string[] = [];
  const log: Logger = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
  log.child({ controller: "web" }).warn({ port: 8080 }, "listening");
  log.debug({ err: new Error("no") }, "failed");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, controller: "web", port: 8080, msg: "listening" },
    { level: 20, err: { message: "no" }, msg: "failed" },
  ]);
});
