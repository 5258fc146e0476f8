import { readFileSync } from "node:fs";
import { parseJson } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { duplicateFields } from "./body-details.ts";
import { BodyError } from "./decode-error.ts";
import { decodeObject } from "./decode-object.ts";
import { parseBody } from "./parse-body.ts";
import { loadTypeGraph } from "./type-graph.ts";

const vectors = new URL("../../test/vectors/", import.meta.url);

describe("scalars of YAML", () => {
  const { yaml } = parseJson(readFileSync(new URL("decode.json", vectors), "utf8")) as {
    yaml: [scalar: string, json: string | null, error?: string][];
  };
  test.each(yaml)("%s", (scalar, json) => {
    const parsed = () => parseBody(Buffer.from(`v: ${scalar}\n`), "yaml");
    if (json === null) expect(parsed).toThrow(BodyError);
    else expect(parsed()).toEqual(parseJson(json));
  });
});

describe("limits", () => {
  const nested = (depth: number) => `{"spec":${'{"a":'.repeat(depth - 2)}{}${"}".repeat(depth - 1)}`;

  test("JSON may nest ten thousand deep, and no deeper", () => {
    expect(parseBody(Buffer.from(nested(10_000)), "json")).toHaveProperty("spec.a.a");
    const tooDeep = (character: string) =>
      `couldn't get version/kind; json parse error: invalid character '${character}' exceeded max depth`;
    expect(() => parseBody(Buffer.from(nested(10_001)), "json")).toThrow(tooDeep("{"));
    expect(() => parseBody(Buffer.from("[".repeat(100_000)), "json")).toThrow(tooDeep("["));
  });

  test("YAML that grows by references is refused", () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const items = Array(9).fill(level === 0 ? '"x"' : `*a${level - 1}`);
      return `a${level}: &a${level} [${items.join(",")}]`;
    });
    expect(() => parseBody(Buffer.from(levels.join("\n")), "yaml")).toThrow(
      new BodyError("yaml: document contains excessive aliasing"),
    );
  });

  test("YAML that is deeper than ten thousand, or of very many parts, is refused before all of it is read", () => {
    const refusal = (text: string) => expect(() => parseBody(Buffer.from(text), "yaml"));
    refusal("[".repeat(3_000_000)).toThrow(new BodyError("yaml: exceeded max depth of 10000"));
    refusal(`a:\n${"- ".repeat(1_500_000)}`).toThrow(new BodyError("yaml: line 2: exceeded max depth of 10000"));
    refusal("\n".repeat(3_000_000)).toThrow(new BodyError("yaml: the document has more than 2000000 parts"));
  });

  test.each<[body: string, problem: string]>([
    ["a: &a {b: *a}", "yaml: anchor 'a' value contains itself"],
    ["a: &a [&b [*a]]", "yaml: anchor 'a' value contains itself"],
    ["a: *b\nb: &b 1", "yaml: unknown anchor 'b' referenced"],
    ["? [a, {b: c}]\n: d", 'yaml: invalid map key: []interface {}{"a", map[interface {}]interface {}{"b":"c"}}'],
    ["a: -.inf", "json: unsupported value: -Inf"],
    ["a: .nan", "json: unsupported value: NaN"],
    ["<<: 1", "yaml: map merge requires map or sequence of maps as the value"],
  ])("YAML that JSON cannot say is refused: %s", (body, problem) => {
    expect(() => parseBody(Buffer.from(body), "yaml")).toThrow(new BodyError(problem));
  });

  test.each<[body: string, value: unknown]>([
    ["a: &a 1\nb: *a\nc: &a 2\nd: *a", { a: 1, b: 1, c: 2, d: 2 }],
    ["a: &a [1]\nb: [*a, *a]", { a: [1], b: [[1], [1]] }],
    ["a: &a {b: &c 1}\nc: &c 2\nd: *a", { a: { b: 1 }, c: 2, d: { b: 1 } }],
    [
      "p: &p {a: 1, b: 2}\nq: {a: 3, <<: *p}\nr: {<<: *p, a: 3}",
      { p: { a: 1, b: 2 }, q: { a: 1, b: 2 }, r: { a: 3, b: 2 } },
    ],
    ["<<: [{a: 1}, {a: 2, b: 2}]", { a: 1, b: 2 }],
  ])("references and merges stand for what they refer to: %s", (body, value) => {
    expect(parseBody(Buffer.from(body), "yaml")).toEqual(value);
  });

  test("an object that nests too deeply for its kind is refused, and does no harm", () => {
    const schema = `${'{"not":'.repeat(9_000)}{}${"}".repeat(9_000)}`;
    const body = parseBody(Buffer.from(`{"spec":{"versions":[{"schema":{"openAPIV3Schema":${schema}}}]}}`), "json");
    const type = loadTypeGraph().kind("apiextensions.k8s.io", "v1", "CustomResourceDefinition")!;
    let outcome: unknown;
    try {
      outcome = typeof decodeObject(body, type).object;
    } catch (error) {
      outcome = (error as Error).message;
    }
    expect(["object", "exceeded max depth"]).toContain(outcome);
  });
});

describe("duplicateFields", () => {
  test.each<[body: string, problems: string[]]>([
    ['{"a":1}', []],
    ['{"a":1.5,"b":"a:b"}', []],
    ['{"a":1,"a":2}', ['duplicate field "a"']],
    [
      '{"a":{"b":1,"b":2},"c":[{"d":1,"d":1,"d":1}],"a":{"e":1}}',
      ['duplicate field "a.b"', 'duplicate field "c[0].d"', 'duplicate field "a"'],
    ],
    ['{"__proto__":1,"__proto__":2}', ['duplicate field "__proto__"']],
    ['{"a":"\\\\","a":"\\""}', ['duplicate field "a"']],
  ])("%s", (body, problems) => {
    const value = parseBody(Buffer.from(body), "json");
    expect(duplicateFields(value)).toEqual(problems);
    expect(value).toEqual(JSON.parse(body));
  });

  test("YAML tells the lines", () => {
    const value = parseBody(Buffer.from("a: 1\nb:\n  c: 1\n  c: 2\n"), "yaml");
    expect(duplicateFields(value)).toEqual(['yaml: unmarshal errors:\n  line 4: key "c" already set in map']);
  });
});
