import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tarEntries } from "./tar-entries.ts";

/** An entry with its content, as in a tar file. */
function entry(name: string, flag: string, content: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write("0000644\0", 100);
  header.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write("        ", 148);
  header.write(flag, 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return Buffer.concat([header, Buffer.from(content), Buffer.alloc(-content.length & 511)]);
}

async function pathsOf(...entries: readonly Buffer[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "tar-entries-"));
  await writeFile(join(folder, "tar"), Buffer.concat([...entries, Buffer.alloc(1024)]));
  const file = await open(join(folder, "tar"), "r");
  try {
    const paths: string[] = [];
    for await (const { path } of tarEntries(file)) paths.push(path);
    return paths;
  } finally {
    await file.close();
    await rm(folder, { recursive: true });
  }
}

test("a name that is too long for a header comes before it", async () => {
  expect(await pathsOf(entry("pax", "x", "13 path=long\n"), entry("short", "0", ""), entry("next", "0", ""))).toEqual([
    "long",
    "next",
  ]);
});

test.each([
  ["no step", "1e-300 path=a\n"],
  ["steps that are too short to end", `${"0".repeat(1_000_000)}1 path=a\n`],
  ["steps back", "-5 path=a\n"],
  ["a length that its own digits exceed", "2 path=a\n"],
])("attributes with %s are passed over", async (_, attributes) => {
  expect(await pathsOf(entry("pax", "x", attributes), entry("short", "0", ""))).toEqual(["short"]);
});
