import { describe, expect, test } from "vitest";
import { formatKey, keyOf, keysEqual, type ObjectKey, parseKey } from "./object-key.ts";

describe("keys", () => {
  test.each<[text: string, key: ObjectKey]>([
    ["default/web", { namespace: "default", name: "web" }],
    ["web", { name: "web" }],
  ])("%s is %o", (text, key) => {
    expect(parseKey(text)).toStrictEqual(key);
    expect(formatKey(key)).toBe(text);
    expect(keyOf({ metadata: { ...key } })).toStrictEqual(key);
  });

  test("an empty namespace is none", () => {
    expect(formatKey({ namespace: "", name: "node-1" })).toBe("node-1");
    expect(keyOf({ metadata: { namespace: "", name: "node-1" } })).toStrictEqual({ name: "node-1" });
    expect(keysEqual({ namespace: "", name: "a" }, { name: "a" })).toBe(true);
  });

  test("an undefined namespace is none", () => {
    const key = { namespace: undefined, name: "node-1" };
    expect(formatKey(key)).toBe("node-1");
    expect(keyOf({ metadata: key })).toStrictEqual({ name: "node-1" });
    expect(keysEqual(key, { name: "node-1" })).toBe(true);
  });

  test.each([
    ["a/b/c", 'key "a/b/c" has more than one slash; write namespace/name, or name'],
    ["", 'key "" has no name; write namespace/name, or name'],
    ["default/", 'key "default/" has no name; write namespace/name, or name'],
    ["/node-1", 'key "/node-1" has no namespace before the slash; write namespace/name, or name'],
    ["/", 'key "/" has no name; write namespace/name, or name'],
  ])("%o is refused", (text, message) => {
    expect(() => parseKey(text)).toThrow(expect.objectContaining({ code: "INVALID_KEY", message }));
  });

  test("are equal when name and namespace are", () => {
    const key = { namespace: "a", name: "b" };
    expect(keysEqual(key, { ...key })).toBe(true);
    expect(keysEqual(key, { ...key, name: "c" })).toBe(false);
    expect(keysEqual(key, { ...key, namespace: "c" })).toBe(false);
    expect(keysEqual(key, { name: "b" })).toBe(false);
  });

  test("an object without a name has none", () => {
    expect(() => keyOf({ metadata: {} })).toThrow("the object has no metadata.name");
  });
});
