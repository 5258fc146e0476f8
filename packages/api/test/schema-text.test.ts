import { ApiError } from "@kubewright/api";
import { Pattern, SchemaValidator } from "@kubewright/api/server";
import { expect, test } from "vitest";
import { readVectors } from "./read-vectors.ts";

const patterns = readVectors<{
  texts: { text: string }[];
  matches: { pattern: string; matches: string[] }[];
  errors: { pattern: string; error: string | null }[];
}>("schema-patterns");
const formats = readVectors<{ texts: { text: string }[]; formats: { format: string; accepts: string[] }[] }>(
  "schema-formats",
);

test.each(patterns.matches)("pattern $pattern matches the same texts as in the reference", ({ pattern, matches }) => {
  const made = new Pattern(pattern);
  const found = patterns.texts.map(({ text }) => text).filter((text) => made.matches(text));
  expect(found).toEqual(matches);
});

test.each(patterns.errors)("pattern $pattern is refused in the words of the reference", ({ pattern, error }) => {
  let message: string | null = null;
  try {
    new Pattern(pattern);
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    expect(thrown.code).toBe("INVALID_PATTERN");
    message = thrown.message;
  }
  expect(message).toBe(error);
});

test.each(formats.formats)("format $format accepts the same texts as in the reference", ({ format, accepts }) => {
  const validator = new SchemaValidator({ type: "string", format });
  const texts = [...new Set(formats.texts.map(({ text }) => text))];
  expect(texts.filter((text) => validator.validate(text).length === 0)).toEqual(accepts);
});

test("a pattern that makes others backtrack for ever takes time in proportion to the text", () => {
  const pattern = new Pattern("^(([a-z])+.)+[A-Z]([a-z])+$");
  expect(pattern.matches("a".repeat(100_000))).toBe(false);
  expect(new Pattern("(x+x+)+y").matches("x".repeat(100_000))).toBe(false);
  expect(new Pattern("^(a?){500}a{500}$").matches("a".repeat(500))).toBe(true);
});

test("a pattern that would grow beyond bounds is refused", () => {
  expect(() => new Pattern("(?:ab{1000}){1}".repeat(300))).toThrow("expression too large");
  expect(() => new Pattern("(".repeat(1001) + ")".repeat(1001))).toThrow("expression nests too deeply");
});
