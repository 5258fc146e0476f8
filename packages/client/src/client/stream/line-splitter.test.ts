import { describe, expect, test, vi } from "vitest";
import { LineSplitter } from "./line-splitter.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function split(chunks: readonly Uint8Array[], maxLineBytes = 1000): { lines: string[]; rest: string | undefined } {
  const splitter = new LineSplitter({ maxLineBytes });
  const lines = chunks.flatMap((chunk) => splitter.push(chunk));
  return { lines, rest: splitter.end() };
}

describe("LineSplitter", () => {
  test.each([
    { name: "nothing", chunks: [], lines: [], rest: undefined },
    { name: "an empty chunk", chunks: [""], lines: [], rest: undefined },
    { name: "one line", chunks: ["a\n"], lines: ["a"], rest: undefined },
    { name: "several lines in one chunk", chunks: ["a\nb\nc\n"], lines: ["a", "b", "c"], rest: undefined },
    { name: "a line over several chunks", chunks: ["a", "b", "c\n"], lines: ["abc"], rest: undefined },
    { name: "a newline that begins a chunk", chunks: ["a", "\nb", "\n"], lines: ["a", "b"], rest: undefined },
    { name: "empty lines", chunks: ["\n\na\n\n"], lines: ["", "", "a", ""], rest: undefined },
    { name: "a last line without a newline", chunks: ["a\nb"], lines: ["a"], rest: "b" },
    { name: "carriage returns, which stay", chunks: ["a\r\nb\rc\n"], lines: ["a\r", "b\rc"], rest: undefined },
  ])("splits $name", ({ chunks, lines, rest }) => {
    expect(split(chunks.map(bytes))).toEqual({ lines, rest });
  });

  test("gives the same lines wherever the bytes are cut", () => {
    const text = 'größe\n{"a":"日本"}\n😀😀\nend';
    const all = bytes(text);
    for (let size = 1; size <= all.length; size++) {
      const chunks = [];
      for (let at = 0; at < all.length; at += size) chunks.push(all.subarray(at, at + size));
      expect(split(chunks)).toEqual({ lines: ["größe", '{"a":"日本"}', "😀😀"], rest: "end" });
    }
  });

  test("refuses a line that does not end within the limit", () => {
    const splitter = new LineSplitter({ maxLineBytes: 10 });
    splitter.push(bytes("12345"));
    expect(() => splitter.push(bytes("678901"))).toThrow("a line of more than 10 bytes");
  });

  test("does not count lines that ended towards the limit", () => {
    expect(split([bytes("12345\n1234567\n123"), bytes("4567\n")], 10).lines).toEqual(["12345", "1234567", "1234567"]);
  });

  test("puts the bytes of a line that comes in many chunks together once", () => {
    const concat = vi.spyOn(Buffer, "concat");
    try {
      const splitter = new LineSplitter({ maxLineBytes: 1e9 });
      for (let count = 0; count < 1_000; count++) splitter.push(bytes("x".repeat(100)));
      expect(splitter.push(bytes("\n"))[0]).toHaveLength(100_000);
      const copied = concat.mock.results.map(({ value }) => (value as Buffer).length);
      expect(copied).toEqual([100_000]);
    } finally {
      concat.mockRestore();
    }
  });
});
