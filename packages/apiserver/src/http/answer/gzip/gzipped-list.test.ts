import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../resource-object.ts";
import { DeflatedRows } from "./deflated-rows.ts";
import { gzippedList } from "./gzipped-list.ts";

const textOf = (object: ApiObject): string => JSON.stringify(object);

function objects(count: number): ApiObject[] {
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: "v1",
    kind: "X",
    metadata: { name: `object-${index}` },
    text: `${"ä".repeat(100)}${index}`,
  }));
}

/** What is read of a list, and how many texts were written for it. */
async function read(
  items: readonly ApiObject[],
  rows = new DeflatedRows(),
): Promise<{ text: string; written: number }> {
  let written = 0;
  const counted = (object: ApiObject): string => {
    written++;
    return textOf(object);
  };
  const list = { head: '{"items":[', items, tail: "]}\n", textOf: counted };
  const pieces: Uint8Array[] = [];
  for await (const piece of gzippedList({ ...list, rowOf: (row) => rows.rowOf(row, counted) })) pieces.push(piece);
  return { text: gunzipSync(Buffer.concat(pieces)).toString(), written };
}

describe("gzippedList", () => {
  test.each([0, 1, 2, 100, 5000])("unpacked, a list of %d items is what it is when it is not packed", async (count) => {
    const items = objects(count);
    const { text } = await read(items);
    expect(text).toBe(`{"items":[${items.map(textOf).join(",")}]}\n`);
  });

  test("packs what was packed before not anew, but for rows in which something changed", async () => {
    const rows = new DeflatedRows();
    const items = objects(3000);
    expect((await read(items, rows)).written).toBe(3000);
    expect((await read(items, rows)).written).toBe(1);
    const changed = [...items];
    changed[100] = { ...items[100]!, text: "changed" };
    changed.splice(1500, 1);
    changed.splice(2500, 0, { apiVersion: "v1", kind: "X", metadata: { name: "new" } });
    const { text, written } = await read(changed, rows);
    expect(text).toBe(`{"items":[${changed.map(textOf).join(",")}]}\n`);
    expect(written).toBeGreaterThan(3);
    expect(written).toBeLessThan(1000);
  });

  test("packs a list that is asked for several times at once only once", async () => {
    const rows = new DeflatedRows();
    const items = objects(1000);
    const all = await Promise.all([read(items, rows), read(items, rows), read(items, rows)]);
    expect(all.reduce((sum, { written }) => sum + written, 0)).toBe(1002);
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  });
});
