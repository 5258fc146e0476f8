import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourceExcerpt } from "./source-excerpt.ts";

test("an excerpt is the line, with a sign below the column", () => {
  const folder = mkdtempSync(join(tmpdir(), "kubewright-excerpt-"));
  try {
    writeFileSync(join(folder, "a.ts"), "one\n\ttwo three\n");
    expect(sourceExcerpt({ file: "a.ts", line: 2, column: 6 }, folder)).toEqual(["  2 | \ttwo three", "    | \t    ^"]);
    expect(sourceExcerpt({ file: "a.ts", line: 9, column: 1 }, folder)).toEqual([]);
    writeFileSync(join(folder, "old.ts"), "one\rtwo\rthree\r");
    expect(sourceExcerpt({ file: "old.ts", line: 2, column: 1 }, folder)).toEqual(["  2 | two", "    | ^"]);
    expect(sourceExcerpt({ file: "none.ts", line: 1, column: 1 }, folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
