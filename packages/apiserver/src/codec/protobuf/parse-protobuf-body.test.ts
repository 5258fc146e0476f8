import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parseJson } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { kindOfBody } from "../body-kind.ts";
import { BodyError, DecodeError } from "../decode-error.ts";
import { decodeObject } from "../decode-object.ts";
import type { GoSlice, GoStruct } from "../go-type.ts";
import { loadTypeGraph } from "../type-graph.ts";
import { decodeMessage } from "./decode-message.ts";
import { parseProtobufBody } from "./parse-protobuf-body.ts";

interface Row {
  name: string;
  body: string;
  value?: object;
  error?: string;
}

const vectors = new URL("../../../test/vectors/protobuf-bodies.jsonl.gz", import.meta.url);
const rows = gunzipSync(readFileSync(vectors))
  .toString("utf8")
  .trimEnd()
  .split("\n")
  .map((line) => parseJson(line) as Row);
const graph = loadTypeGraph();

/** What the server has after it read the body, or why it refuses it. */
function outcomeOf(body: Uint8Array): { object?: object; error?: string } {
  try {
    const value = parseProtobufBody(body, graph);
    return { object: objectOf(value) };
  } catch (error) {
    if (error instanceof BodyError || error instanceof DecodeError) return { error: error.message };
    throw error;
  }
}

function objectOf(value: object): object {
  const { group, version, kind } = kindOfBody(value);
  const type = graph.kind(group, version, kind);
  if (type === undefined) throw new DecodeError(`no kind ${JSON.stringify(kind)}`);
  return decodeObject(value, type).object;
}

/** Go's names of fields are not recorded, and what is wrong with a kind is told elsewhere. */
function withoutNames(error: string | undefined): string | undefined {
  return error
    ?.replace(/for field .*/, "for field")
    .replace(/^(?:no kind|Object 'apiVersion' is missing) .*/s, "no kind");
}

describe("parseProtobufBody", () => {
  const deleteOptions = Buffer.from("k8s\0\x12\x04\x08\x07\x22\x00", "latin1");

  test("takes a body that says no kind for the expected one", () => {
    const expected = { group: "apps", version: "v1", kind: "DeleteOptions" };
    expect(parseProtobufBody(deleteOptions, graph, expected)).toEqual({ gracePeriodSeconds: 7, propagationPolicy: "" });
    expect(parseProtobufBody(deleteOptions, graph)).toEqual({});
  });

  test("gives only the kind of what is not built in", () => {
    const body = Buffer.from("k8s\0\x0a\x0c\x0a\x07a.io/v1\x12\x01K\x12\x02\x0a\x00", "latin1");
    expect(parseProtobufBody(body, graph)).toEqual({ apiVersion: "a.io/v1", kind: "K" });
  });

  test("refuses a message that nests too deeply", () => {
    const schema = (
      graph.kind("apiextensions.k8s.io", "v1", "CustomResourceDefinition")!.fields.get("spec")!.type as GoStruct
    ).fields;
    const version = (schema.get("versions")!.type as GoSlice).element as GoStruct;
    const validation = version.fields.get("schema")!.type as GoStruct;
    const props = validation.fields.get("openAPIV3Schema")!.type as GoStruct;
    expect(decodeMessage(nestedNots(2), props)).toEqual({ not: { not: {} } });
    expect(() => decodeMessage(nestedNots(200_000), props)).toThrow(new DecodeError("exceeded max depth"));
  });
});

/** A schema that is not one that is not one…: field 28, so many deep. */
function nestedNots(depth: number): Uint8Array {
  const starts: number[][] = [];
  let length = 0;
  for (let at = 0; at < depth; at++) {
    const start = [0xe2, 0x01];
    for (let rest = length; ; rest >>>= 7) {
      start.push(rest < 0x80 ? rest : (rest & 0x7f) | 0x80);
      if (rest < 0x80) break;
    }
    starts.push(start);
    length += start.length;
  }
  return Uint8Array.from(starts.reverse().flat());
}

describe("the reference reads the same", () => {
  test.each(rows.map((row) => [row.name, row] as const))("%s", (_, row) => {
    const { object, error } = outcomeOf(Buffer.from(row.body, "base64"));
    if (row.value !== undefined) expect({ object, error }).toEqual({ object: objectOf(row.value), error: undefined });
    // JSON inside of messages is read at once here, and last in the reference.
    else if (!error?.startsWith("JSON text")) expect(withoutNames(error)).toBe(withoutNames(row.error));
  });
});
