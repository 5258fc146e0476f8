import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect } from "vitest";

const folder = new URL("../../packages/apiserver/data/", import.meta.url);

/** Compares a file of recorded data with what it should have; writes it when recordings are updated. */
export async function expectDataFile(name: string, text: string): Promise<void> {
  const path = fileURLToPath(new URL(name, folder));
  if (!name.endsWith(".gz")) {
    await expect(text).toMatchFileSnapshot(path);
    return;
  }
  const isSame = contentOf(path) === text;
  if (!isSame && expect.getState().snapshotState.snapshotUpdateState === "all") {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, gzipSync(text, { level: 9 }));
    return;
  }
  expect(isSame, `data/${name} is what the reference server says`).toBe(true);
}

function contentOf(path: string): string | undefined {
  try {
    return gunzipSync(readFileSync(path)).toString("utf8");
  } catch {
    return undefined;
  }
}

/** JSON whose lists and objects, down to the given depth, have a line for each item and member. */
export function rowsOf(value: unknown, depth = 1): string {
  return `${rows(value, depth)}\n`;
}

function rows(value: unknown, depth: number): string {
  if (depth === 0 || typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[\n${value.map((item) => rows(item, depth - 1)).join(",\n")}\n]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${rows(member, depth - 1)}`);
  return `{\n${members.join(",\n")}\n}`;
}
