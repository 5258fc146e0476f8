import { readFileSync } from "node:fs";
import {
  ApiError,
  applyJsonPatch,
  applyMergePatch,
  createMergePatch,
  type JsonPatchOperation,
  parseJson,
  stringifyJson,
} from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { readVectors } from "./read-vectors.ts";

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

interface LibraryCall {
  call: "apply" | "merge" | "createMerge";
  document: string;
  patch: string;
  original: string;
  modified: string;
  copyLimit?: number;
  result?: string;
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

describe("the tests of the server's patch library hold", () => {
  const calls = readVectors<{ calls: LibraryCall[] }>("json-patch-library").calls;
  const callsOf = (name: LibraryCall["call"]): [string, string, LibraryCall][] =>
    calls
      .filter(({ call }) => call === name)
      .map(
        (call) => [call.document ?? call.original, call.patch ?? call.modified, call] as [string, string, LibraryCall],
      )
      .filter(([document, patch]) => isJson(document) && isJson(patch));

  test.each(callsOf("apply"))("%s patched with %s", (document, patch, { copyLimit, result }) => {
    const limits = copyLimit ? { maxCopiedBytes: copyLimit } : {};
    const outcome = attempt(() =>
      applyJsonPatch(parseJson(document) as object, parseJson(patch) as JsonPatchOperation[], limits),
    );
    expect(outcome.result).toEqual(result === undefined ? undefined : parseJson(result));
  });

  test.each(callsOf("merge"))("%s merged with %s", (document, patch, { result }) => {
    const outcome = attempt(() => applyMergePatch(parseJson(document) as object, parseJson(patch) as object));
    // The library takes a list for a patch; the object it gives is then refused by every kind.
    const isRefused = result === undefined || !patch.trim().startsWith("{");
    expect(outcome.result).toEqual(isRefused ? undefined : parseJson(result));
  });

  test.each(callsOf("createMerge"))("from %s to %s", (original, modified, { result }) => {
    const outcome = attempt(() => createMergePatch(parseJson(original) as object, parseJson(modified) as object));
    const isRefused = result === undefined || !original.trim().startsWith("{");
    expect(outcome.result).toEqual(isRefused ? undefined : parseJson(result));
  });
});
