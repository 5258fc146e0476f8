import type { HostileRequest } from "../hostile-request.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

const labelSelectors: Readonly<Record<string, string>> = {
  "of five thousand requirements": Array.from({ length: 5_000 }, (_, index) => `a${index}=b`).join(","),
  "of five thousand equal requirements": Array.from({ length: 5_000 }, () => "a=b").join(","),
  "of ten thousand values": `a in (${Array.from({ length: 10_000 }, (_, index) => `v${index}`).join(",")})`,
  "with a very long key": `${"k".repeat(100_000)}=a`,
  "with a very long value": `k=${"v".repeat(100_000)}`,
  "of commas": ",".repeat(1_000),
  "of exclamation marks": "!".repeat(1_000),
  "of equals signs": "=".repeat(1_000),
  "of white space": " ".repeat(10_000),
  "of white space and a key": `${" ".repeat(10_000)}a`,
  "that does not close": "a in (b,c",
  "that closes twice": "a in (b))",
  "of no values": "a in ()",
  "of commas for values": "a in (,,,)",
  "without a key": "in (a)",
  "of words that mean something": "in in (in),notin notin (notin)",
  "that compares numbers": "a>1,b<2",
  "that compares what is no number": "a>b",
  "that compares numbers past all bounds": "a>99999999999999999999",
  "in other letters": "ключ=значение",
  "of markup": "a=<script>",
  "with a NUL": "a=\0",
  "with a prefix of its own": "-a-/b=c",
  "with a line break": "a=b\nc=d",
};

const fieldSelectors: Readonly<Record<string, string>> = {
  "of five thousand requirements": Array.from({ length: 5_000 }, (_, index) => `metadata.name!=b${index}`).join(","),
  "of an unknown field": "spec.nodeName=a",
  "of backslashes": `metadata.name=${"\\".repeat(1_001)}`,
  "that ends in a backslash": "metadata.name=a\\",
  "with an escape of its own": "metadata.name=\\x",
  "of equals signs": "=".repeat(1_000),
  "of commas": ",".repeat(1_000),
  "without a value": "metadata.name",
  "with a very long value": `metadata.name=${"v".repeat(100_000)}`,
  "with a path for a name": "metadata.name=../../secrets/a",
  "with the prototype for a field": "__proto__=a",
  "with a method for a field": "constructor=a,toString!=b",
};

function list(what: string, parameter: string, selector: string): HostileRequest {
  return {
    name: `a ${what}`,
    method: "GET",
    target: `${configMaps}?${parameter}=${encodeURIComponent(selector)}`,
  };
}

/** Selectors that are long, many, or none. */
export const selectorRequests: readonly HostileRequest[] = [
  ...Object.entries(labelSelectors).map(([what, text]) => list(`label selector ${what}`, "labelSelector", text)),
  ...Object.entries(fieldSelectors).map(([what, text]) => list(`field selector ${what}`, "fieldSelector", text)),
  {
    name: "a deletion of all that a bad selector selects",
    method: "DELETE",
    target: `${configMaps}?labelSelector=${encodeURIComponent("a in (")}`,
  },
  {
    name: "a selector in an object of five thousand values",
    method: "POST",
    target: "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
    headers: ["Content-Type: application/json"],
    body: JSON.stringify({
      kind: "PodDisruptionBudget",
      apiVersion: "policy/v1",
      metadata: { name: "values" },
      spec: {
        selector: {
          matchExpressions: [
            { key: "a", operator: "In", values: Array.from({ length: 5_000 }, (_, index) => `v${index}`) },
          ],
        },
      },
    }),
  },
];
