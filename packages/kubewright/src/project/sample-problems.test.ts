import { describe, expect, test } from "vitest";
import { sampleProblems } from "./sample-problems.ts";

const definition = JSON.stringify({
  spec: {
    group: "cache.example.com",
    names: { kind: "Memcached" },
    versions: [
      { name: "v0" },
      {
        name: "v1",
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              metadata: { type: "object" },
              spec: {
                type: "object",
                required: ["size", "mode"],
                properties: {
                  size: { type: "integer", minimum: 1 },
                  mode: { type: "string", default: "fast" },
                  peers: {
                    type: "array",
                    items: { type: "object", properties: { host: { type: "string" }, port: { type: "integer" } } },
                  },
                  labels: { type: "object", additionalProperties: { type: "string" } },
                  free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
                },
              },
            },
          },
        },
      },
    ],
  },
});

function told(...body: string[]): string[] {
  const text = ["apiVersion: cache.example.com/v1", "kind: Memcached", "metadata: { name: a }", ...body, ""].join("\n");
  return sampleProblems([{ path: "a.yaml", text }], [definition]).map(
    ({ position: { file, line, column }, severity, message }) => `${file}:${line}:${column} ${severity} ${message}`,
  );
}

const kind = "Memcached (cache.example.com/v1)";

describe("sampleProblems", () => {
  test("finds nothing to say of a sample that fits, with what the CRD fills in and lets be anything", () => {
    expect(told("spec: { size: 3, labels: { any: x }, free: { any: { thing: 1 } } }")).toEqual([]);
  });

  test.each([
    [
      ["spec:", "  size: 1", "  foo: bar"],
      [
        `a.yaml:6:3 warning ${kind} has no field spec.foo; there are free, labels, mode, peers, size: rename it here, too, or delete it`,
      ],
    ],
    [
      ["spec:", "  size: 1", "  peers:", "    - host: a", "    - host: b", "      prt: 1"],
      [
        `a.yaml:9:7 warning ${kind} has no field spec.peers[1].prt; there are host, port: rename it here, too, or delete it`,
      ],
    ],
    [
      ["spec: { size: 1 }", "specs: {}"],
      [`a.yaml:5:1 warning ${kind} has no field specs; there is spec: rename it here, too, or delete it`],
    ],
    [
      ["spec:", "  peers: []"],
      [`a.yaml:4:1 warning the cluster would refuse spec.size of this ${kind}: Required value: change it here`],
    ],
  ])("of %j says where, which field, and what to do", (body, problems) => {
    expect(told(...body)).toEqual(problems);
  });

  test("names the place of a value that is not allowed", () => {
    const [first, ...others] = told("spec:", "  labels:", "    example.com/a.b: 1", "  size: 1");
    expect(others).toEqual([]);
    expect(first).toMatch(
      /^a\.yaml:6:5 warning the cluster would refuse spec\.labels\S* of this Memcached .*must be.*string/,
    );
    expect(told("spec:", "  size: 0")).toEqual([
      expect.stringMatching(/^a\.yaml:5:3 warning .* spec\.size of .*greater than/),
    ]);
  });

  test.each([
    ["another kind", "apiVersion: v1\nkind: ConfigMap\nfoo: bar\n"],
    ["a version without schema", "apiVersion: cache.example.com/v0\nkind: Memcached\nfoo: bar\n"],
    ["nothing", ""],
    ["no object", "- 1\n"],
    ["no YAML", "a: [\n"],
    ["an alias of nothing", "a: *b\n"],
  ])("leaves %s alone", (_, text) => {
    expect(sampleProblems([{ path: "a.yaml", text }], [definition])).toEqual([]);
  });

  test("looks at each document of a file, on its own lines", () => {
    const text = "kind: List\n---\napiVersion: cache.example.com/v1\nkind: Memcached\nspec: { size: 1, x: 1 }\n";
    expect(sampleProblems([{ path: "a.yaml", text }], [definition])).toMatchObject([
      { position: { line: 5, column: 18 } },
    ]);
  });
});
