import { readFileSync } from "node:fs";
import {
  ApiError,
  applyJsonPatch,
  applyMergePatch,
  type JsonPatchOperation,
  parseJson,
  stringifyJson,
} from "@kubewright/api";
import { describe, expect, test } from "vitest";

interface Row {
  document?: object;
  patch: unknown;
  result?: object;
  error?: string;
}

function rowsOf(name: string): Row[] {
  const file = readFileSync(new URL(`./vectors/${name}.json`, import.meta.url), "utf8");
  const { document, apply } = parseJson(file) as { document?: object; apply: Row[] };
  return apply.map((row) => ({ ...row, document: row.document ?? document! }));
}

function attempt(action: () => object): { result?: object; error?: ApiError } {
  try {
    return { result: action() };
  } catch (error) {
    if (error instanceof ApiError) return { error };
    throw error;
  }
}

describe("the server's JSON patch library agrees", () => {
  test.each(rowsOf("json-patches").map((row) => [stringifyJson(row.patch), row] as const))("%s", (_, row) => {
    const before = stringifyJson(row.document);
    const { result, error } = attempt(() => applyJsonPatch(row.document!, row.patch as JsonPatchOperation[]));
    expect({ result, isRefused: error !== undefined }).toEqual({
      result: row.result,
      isRefused: row.error !== undefined,
    });
    expect(stringifyJson(row.document)).toBe(before);
  });
});

describe("the server's merge patch library agrees", () => {
  test.each(
    rowsOf("merge-patches").map((row) => [stringifyJson(row.document), stringifyJson(row.patch), row] as const),
  )("%s and %s", (_, __, row) => {
    const before = stringifyJson(row.document);
    const { result, error } = attempt(() => applyMergePatch(row.document!, row.patch as object));
    // The library takes a list for a patch; the object it gives is then refused by every kind.
    const isRefused = row.error !== undefined || Array.isArray(row.patch);
    expect({ result, isRefused: error !== undefined }).toEqual({
      result: isRefused ? undefined : row.result,
      isRefused,
    });
    expect(stringifyJson(row.document)).toBe(before);
  });
});
