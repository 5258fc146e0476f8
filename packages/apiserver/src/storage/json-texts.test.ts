import { describe, expect, test } from "vitest";
import type { ApiObject } from "../resource-object.ts";
import { JsonTexts } from "./json-texts.ts";

describe("JsonTexts", () => {
  test("writes the kind first, and leaves it out of items", () => {
    const texts = new JsonTexts();
    const object: ApiObject = { apiVersion: "v1", metadata: { name: "a" }, data: { n: 2n ** 60n }, kind: "ConfigMap" };
    const item = '{"metadata":{"name":"a"},"data":{"n":1152921504606846976}}';
    expect(texts.itemTextOf(object)).toBe(item);
    expect(texts.textOf(object)).toBe(`{"kind":"ConfigMap","apiVersion":"v1",${item.slice(1)}`);
  });

  test("escapes what would matter inside HTML, as the reference does", () => {
    const object: ApiObject = { apiVersion: "v1", kind: "X", metadata: { name: "a" }, text: "<a> & \u2028\u2029" };
    const text = new JsonTexts().textOf(object);
    expect(text).toContain('"\\u003ca\\u003e \\u0026 \\u2028\\u2029"');
    expect(JSON.parse(text)).toEqual(object);
  });

  test("makes the text of an object once", () => {
    const texts = new JsonTexts();
    let made = 0;
    const object: ApiObject = {
      apiVersion: "v1",
      kind: "X",
      metadata: { name: "a" },
      counted: { toJSON: () => ++made },
    };
    for (let i = 0; i < 3; i++) texts.textOf(object);
    texts.itemTextOf(object);
    expect(made).toBe(1);
  });
});
