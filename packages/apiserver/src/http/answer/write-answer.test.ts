import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { ServerRequest } from "../exchange.ts";
import type { AnswerContext } from "./answer-context.ts";
import { indentJson, jsonTextOf } from "./form/json-text.ts";
import { ListText } from "./form/list-text.ts";
import { yamlTextOf } from "./form/yaml-text.ts";
import { WarningRecorder } from "./warning-recorder.ts";
import { writeAnswer } from "./write-answer.ts";

describe("writeAnswer", () => {
  const json = { format: "json", isPretty: false } as const;

  test.each<[string, AnswerContext, boolean]>([
    ["nothing", context({}), false],
    ["?pretty=1", context({}, "pretty=1"), true],
    ["?pretty=true", context({}, "pretty=true"), true],
    ["?pretty=x", context({}, "pretty=x"), false],
    ["curl", context({ "user-agent": "curl/8.0" }), true],
    ["Wget", context({ "user-agent": "Wget/1" }), true],
    ["a browser", context({ "user-agent": "Mozilla/5.0 (X11)" }), true],
    ["kubectl", context({ "user-agent": "kubectl/v1.36.3" }), false],
    ["curl, and ?pretty=false", context({ "user-agent": "curl/8.0" }, "pretty=false"), false],
  ])("is indented for people: %s", async (_, asked, isIndented) => {
    const { body } = await writeAnswer(asked, 200, '{"a":[1,{}]}', json);
    expect(body).toBe(isIndented ? '{\n  "a": [\n    1,\n    {}\n  ]\n}' : '{"a":[1,{}]}\n');
  });

  test("is compressed when it is long and the client can read that", async () => {
    const long = JSON.stringify("x".repeat(128 * 1024));
    const asked = context({ "accept-encoding": "br, gzip" });
    const { headers, body } = await writeAnswer(asked, 200, long, json);
    expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(gunzipSync(body as Uint8Array).toString()).toBe(`${long}\n`);
    const short = JSON.stringify("x".repeat(128 * 1024 - 10));
    expect((await writeAnswer(asked, 200, short, json)).headers["content-encoding"]).toBeUndefined();
    expect((await writeAnswer(context({}), 200, long, json)).headers["content-encoding"]).toBeUndefined();
  });

  test("compresses a long list while it is read", async () => {
    const items = Array.from({ length: 3000 }, (_, index) => JSON.stringify({ name: `item ${index} of the list` }));
    const list = new ListText("[", [...items, ...items], "]");
    const { headers, body } = await writeAnswer(context({ "accept-encoding": "gzip" }), 200, list, json);
    expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    const pieces: Uint8Array[] = [];
    for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(piece);
    expect(gunzipSync(Buffer.concat(pieces)).toString()).toBe(`[${list.items.join(",")}]\n`);
    const plain = await writeAnswer(context({}), 200, list, json);
    expect(plain.body).toBe(`[${list.items.join(",")}]\n`);
    const pretty = await writeAnswer(
      context({ "accept-encoding": "gzip" }, "pretty=1"),
      200,
      new ListText("[", ["1"], "]"),
      json,
    );
    expect(pretty.body).toBe("[\n  1\n]");
  });

  test("can be YAML", async () => {
    const yaml = { format: "yaml", isPretty: false } as const;
    const { headers, body } = await writeAnswer(context({}), 200, '{"b":1,"a":"true"}', yaml);
    expect(headers["content-type"]).toBe("application/yaml");
    expect(body).toBe('a: "true"\nb: 1\n');
  });
});

test.each([
  ['{"f:data":{".":{},"f:a":{}}}', "f:data:\n  .: {}\n  f:a: {}\n"],
  ['{"a":["x",{"b":"1"}],"c":"no"}', 'a:\n- x\n- b: "1"\nc: "no"\n'],
  ['{"big":9007199254740993,"time":"2026-01-01T00:00:00Z"}', 'big: 9007199254740993\ntime: "2026-01-01T00:00:00Z"\n'],
])("YAML is written as the reference writes it: %s", (json, yaml) => {
  expect(yamlTextOf(json)).toBe(yaml);
});

test.each([
  ['{"a":"<&>"}', "<&>", "\\u003c\\u0026\\u003e"],
  ["", "\u2028", "\\u2028"],
])("JSON is safe inside HTML", (_, text, escaped) => {
  expect(jsonTextOf({ a: text })).toBe(`{"a":"${escaped}"}`);
});

test.each(["{}", "[]", '"a"', '{"a":{}}', '{"a":"b:c,{}[]\\\\\\"\\\\"}', "[[],{},[{}]]", '{"a":[1,-2.5,null,true]}'])(
  "indents %s as JSON.stringify does",
  (json) => {
    expect(indentJson(json)).toBe(JSON.stringify(JSON.parse(json), null, 2));
  },
);

describe("WarningRecorder", () => {
  test("has each text once, in order", () => {
    const warnings = new WarningRecorder();
    for (const text of ["b", "a", "b", ""]) warnings.add(text);
    expect(warnings.headers()).toEqual(['299 - "b"', '299 - "a"']);
  });

  test("cuts texts when there is too much of them, and stops", () => {
    const warnings = new WarningRecorder();
    for (let i = 0; i < 100; i++) warnings.add(`${i} ${"ü".repeat(1000)}`);
    const headers = warnings.headers().map((header) => Buffer.from(header, "latin1").toString("utf8"));
    expect(headers).toHaveLength(16);
    expect(headers.map((header) => header.length)).toEqual(Array(16).fill('299 - ""'.length + 256));
  });
});

function context(headers: Record<string, string>, query = ""): AnswerContext {
  const request: ServerRequest = {
    method: "GET",
    target: "/",
    headers,
    body: async () => new Uint8Array(),
    credentials: {},
    signal: new AbortController().signal,
  };
  return { request, query: new URLSearchParams(query), warnings: new WarningRecorder() };
}
