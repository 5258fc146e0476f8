import { expect, test } from "vitest";
import { byteLength, compareBytes, quote, quoteAscii } from "./byte-text.ts";

test.each([
  ["", 0],
  ["a", 1],
  ["ä", 2],
  ["日", 3],
  ["\u{1f600}", 4],
  ["\ud800", 3],
  ["\udc00a", 4],
  ["\ud800\ud83d\ude00é", 9],
])("%j has %d bytes", (text, bytes) => {
  expect(byteLength(text)).toBe(bytes);
});

test("characters beyond the basic plane come last", () => {
  const texts = ["\u{1f600}", "\uffee", "b", "", "a", "ab"];
  expect([...texts].sort(compareBytes)).toEqual(["", "a", "ab", "b", "\uffee", "\u{1f600}"]);
  expect(compareBytes("a", "a")).toBe(0);
});

test("what cannot be printed is escaped", () => {
  expect(quote('a"\\\n\u0000\u007f\u200b\u{e0001}日')).toBe('"a\\"\\\\\\n\\x00\\x7f\\u200b\\U000e0001日"');
  expect(quoteAscii('"\\\nä日\u{1f600}~')).toBe('"\\"\\\\\\x0a\\xc3\\xa4\\xe6\\x97\\xa5\\xf0\\x9f\\x98\\x80~"');
});
