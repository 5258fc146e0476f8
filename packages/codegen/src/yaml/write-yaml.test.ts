import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parseJson } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { writeYaml, YamlWriter } from "./write-yaml.ts";
import type { YamlValue } from "./yaml-value.ts";

const vectors = JSON.parse(readFileSync(new URL("../../test/vectors/yaml.json", import.meta.url), "utf8")) as {
  strings: [text: string, value: string, item: string, key: string][];
  values: [json: string, document: string][];
  schemas: [packageName: string, sha256: string][];
};

describe("writeYaml writes the reference's bytes", () => {
  test("of strings as values, as items and as keys", () => {
    const wrong = vectors.strings.flatMap(([text, value, item, key]) => [
      ...differences(text, value, { field: text }),
      ...differences(text, item, { a: { list: [text, "end"] } }),
      ...differences(text, key, { [text]: 1 }),
    ]);
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(vectors.strings.length).toBeGreaterThan(2500);
  });

  test.each(vectors.values)("of %s", (json, document) => {
    expect(writeYaml(parseJson(json) as YamlValue)).toBe(document);
  });
});

describe("of Kubernetes' own types, writeYaml writes the reference's bytes", () => {
  test.each(vectors.schemas)("of all schemas of %s, with their documentation", (name, sha256) => {
    const packed = readFileSync(new URL(`../../data/schema/${name}.txt.gz`, import.meta.url));
    const lines = gunzipSync(packed).toString("utf8").trim().split("\n");
    const types = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(" ")), JSON.parse(line.slice(line.indexOf(" ")))]),
    );
    expect(createHash("sha256").update(writeYaml(types)).digest("hex")).toBe(sha256);
  });
});

describe("writeYaml", () => {
  test("leaves out members that are undefined", () => {
    expect(writeYaml({ a: undefined, b: 1 })).toBe("b: 1\n");
  });
});

describe("YamlWriter", () => {
  test("writes what is shared by several places and documents each time the same", () => {
    const shared = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`key${i}`, { list: ["a\nb", i] }]));
    const document = { a: shared, b: { c: [shared, { d: shared }] }, e: [[shared]] };
    const writer = new YamlWriter();
    const plain = writeYaml(structuredClone(document));
    for (let i = 0; i < 4; i++) expect(writer.write(document)).toBe(plain);
    expect(plain.split("\n").length).toBeGreaterThan(240);
  });
});

function differences(text: string, expected: string, value: YamlValue): object[] {
  const found = writeYaml(value);
  return found === expected ? [] : [{ text, expected, found }];
}
