import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compareVersions } from "../src/custom/version-order.ts";
import { WarningRecorder } from "../src/http/answer/warning-recorder.ts";
import { parseAccept } from "../src/http/media/accept.ts";
import { bodyFormatOf } from "../src/http/media/content-type.ts";
import { type MediaChoice, negotiate } from "../src/http/media/negotiate.ts";
import { parseQuery, splitTarget } from "../src/http/request/query.ts";
import { requestInfoOf } from "../src/http/request/request-info.ts";

interface RequestRow {
  readonly method: string;
  readonly target: string;
  readonly unreadable?: boolean;
  readonly error?: string;
  readonly [member: string]: unknown;
}

interface Vectors {
  readonly requests: readonly RequestRow[];
  readonly accepts: readonly { readonly header: string; readonly clauses: readonly object[] | null }[];
  readonly negotiations: readonly {
    readonly header: string;
    readonly objects: MediaChoice | null;
    readonly none: MediaChoice | null;
  }[];
  readonly contentTypes: readonly { readonly header: string; readonly format: string | null }[];
  readonly warnings: readonly { readonly text: string; readonly header: string | null }[];
  readonly queries: readonly { readonly text: string; readonly values: Record<string, string[]> }[];
  readonly versions: readonly { readonly names: string[]; readonly sorted: string[] }[];
}

const vectors = JSON.parse(readFileSync(new URL("vectors/http.json", import.meta.url), "utf8")) as Vectors;

describe("requestInfoOf", () => {
  test.each(vectors.requests)("$method $target", ({ method, target, unreadable, error, ...expected }) => {
    const split = splitTarget(target);
    if (unreadable === true) {
      expect(split).toBeUndefined();
      return;
    }
    const info = requestInfoOf(method, split!.path, split!.query);
    if (error === undefined) expect(info).toMatchObject(expected);
    else expect(info).toBeUndefined();
  });
});

test.each(vectors.accepts)("an Accept header has its clauses in order: $header", ({ header, clauses }) => {
  const parsed = parseAccept(header).map(({ parameters, ...clause }) => {
    return { ...clause, quality: Math.fround(clause.quality), parameters: Object.fromEntries(parameters) };
  });
  expect(parsed).toEqual(clauses ?? []);
});

test.each(vectors.negotiations)("what is accepted decides how to answer: $header", ({ header, objects, none }) => {
  expect(negotiate(header, "objects") ?? null).toEqual(objects);
  expect(negotiate(header, "none") ?? null).toEqual(none);
});

test.each(vectors.contentTypes)("a Content-Type names the format of a body: $header", ({ header, format }) => {
  if (format === null) expect(() => bodyFormatOf(header)).toThrow("the body of the request was in an unknown format");
  else expect(bodyFormatOf(header)).toBe(format);
});

test.each(vectors.warnings)("a warning becomes a header: $text", ({ text, header }) => {
  const recorder = new WarningRecorder();
  recorder.add(text);
  const headers = recorder.headers().map((value) => Buffer.from(value, "latin1").toString("utf8"));
  // An empty warning is none, though it could be written.
  expect(headers).toEqual(header === null || text === "" ? [] : [header]);
});

test.each(vectors.queries)("a query has its parameters: $text", ({ text, values }) => {
  const query = parseQuery(text);
  const found = Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
  expect(found).toEqual(values);
});

test.each(vectors.versions)("versions are in the order of preference", ({ names, sorted }) => {
  expect([...names].sort(compareVersions)).toEqual(sorted);
});
