import type { HostileRequest } from "../hostile-request.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Patterns on which engines that go back take for ever, and texts that make them. */
const slow: readonly (readonly [pattern: string, text: string])[] = [
  ["^(a+)+$", `${"a".repeat(50_000)}!`],
  ["^(a|a)*$", `${"a".repeat(50_000)}!`],
  ["^(a|aa)+$", `${"a".repeat(50_000)}!`],
  ["^([a-zA-Z0-9]+\\s?)*$", `${"a ".repeat(20_000)}!`],
  ["(.*a){20}", "b".repeat(5_000)],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(20_000)],
  ["(x+x+)+y", "x".repeat(20_000)],
  ["^(.*)*$\\n", "x".repeat(20_000)],
  ["a{0,1000}b", "a".repeat(20_000)],
  ["(a?){500}a{500}", "a".repeat(500)],
];

/** Patterns that the reference's engine does not have, or not so large. */
const refused: readonly string[] = [
  "(a)\\1",
  "(?=a)b",
  "(?<!a)b",
  "a{1001}",
  "(a{1000}){1000}",
  "[",
  "(",
  "*a",
  "\\",
  "(?P<n>a)(?P<n>b)",
  `${"(".repeat(2_000)}a${")".repeat(2_000)}`,
  "x{2}{3}{4}",
  "\\p{Nothing}",
  "[z-a]",
];

function definition(index: number, plural: string, pattern: string): HostileRequest {
  const group = `pattern${index}.example.com`;
  const schema = {
    type: "object",
    properties: { spec: { type: "object", properties: { text: { type: "string", pattern } } } },
  };
  return {
    name: `a pattern: ${pattern.length > 60 ? `${pattern.slice(0, 60)}… (${pattern.length})` : pattern}`,
    method: "POST",
    target: definitions,
    headers: ["Content-Type: application/json"],
    body: JSON.stringify({
      kind: "CustomResourceDefinition",
      apiVersion: "apiextensions.k8s.io/v1",
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        scope: "Cluster",
        names: { plural, kind: "Pattern" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    }),
  };
}

/** Definitions with patterns. */
export const patternDefinitions: readonly HostileRequest[] = [
  ...slow.map(([pattern], index) => definition(index, "patterns", pattern)),
  ...refused.map((pattern, index) => definition(1_000 + index, "patterns", pattern)),
];

/** Objects for those that are accepted. */
export const patternRequests: readonly HostileRequest[] = slow.map(([pattern, text], index) => ({
  name: `a text against the pattern ${pattern}`,
  method: "POST",
  target: `/apis/pattern${index}.example.com/v1/patterns`,
  headers: ["Content-Type: application/json"],
  body: JSON.stringify({
    kind: "Pattern",
    apiVersion: `pattern${index}.example.com/v1`,
    metadata: { name: "text" },
    spec: { text },
  }),
}));
