import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { jsonEqual, parseJson } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { kindOfBody, withExpectedKind } from "./body-kind.ts";
import { BodyError, DecodeError } from "./decode-error.ts";
import { decodeObject } from "./decode-object.ts";
import { type BodyFormat, parseBody } from "./parse-body.ts";
import { loadTypeGraph } from "./type-graph.ts";

interface Decoded {
  object?: unknown;
  problems?: string[];
  error?: string;
}

const graph = loadTypeGraph();
const vectors = new URL("../../test/vectors/", import.meta.url);

function readRows<T>(name: string): T[] {
  const text = gunzipSync(readFileSync(new URL(name, vectors))).toString("utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => parseJson(line) as T);
}

function decoded(group: string, version: string, kind: string, format: BodyFormat, body: string): Decoded {
  try {
    const value = parseBody(Buffer.from(body), format);
    const said = withExpectedKind(kindOfBody(value), { group, version, kind });
    const { object, problems } = decodeObject(value, graph.kind(said.group, said.version, said.kind)!);
    return { object, ...(problems.length > 0 && { problems: [...problems] }) };
  } catch (error) {
    if (error instanceof DecodeError || error instanceof BodyError) return { error: error.message };
    throw error;
  }
}

describe("bodies", () => {
  const { cases } = parseJson(readFileSync(new URL("decode.json", vectors), "utf8")) as {
    cases: [group: string, version: string, kind: string, format: BodyFormat, body: string, expected: Decoded][];
  };
  test.each(cases)("%s/%s %s as %s: %s", (group, version, kind, format, body, expected) => {
    expect(decoded(group, version, kind, format, body)).toEqual(expected);
  });
});

test("every field takes and refuses values as the reference does", () => {
  const rows =
    readRows<[group: string, version: string, kind: string, body: string, expected: Decoded]>(
      "decode-mutants.jsonl.gz",
    );
  const differences = rows.flatMap(([group, version, kind, body, expected]) => {
    const actual = decoded(group, version, kind, "json", body);
    return jsonEqual(actual, expected) ? [] : [{ group, version, kind, body, actual, expected }];
  });
  expect(differences).toEqual([]);
});

test("objects with every field set come out as they went in", () => {
  const rows = readRows<[group: string, version: string, kind: string, object: unknown]>("full-objects.jsonl.gz");
  for (const [group, version, kind, object] of rows) {
    expect(decodeObject(object, graph.kind(group, version, kind)!)).toEqual({ object, problems: [] });
  }
});
