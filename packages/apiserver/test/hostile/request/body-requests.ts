import type { HostileRequest } from "../hostile-request.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const json = ["Content-Type: application/json"];
const yaml = ["Content-Type: application/yaml"];

const jsonBodies: Readonly<Record<string, string | Buffer>> = {
  empty: "",
  "white space": "  \n\t ",
  null: "null",
  "a list": "[]",
  "a number": "1",
  "a text": '"x"',
  "an empty object": "{}",
  "that ends early": '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"',
  "with more behind it": '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"behind"}} x',
  "of two objects":
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"two-a"}}{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"two-b"}}',
  "with a byte order mark": '\ufeff{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"mark"}}',
  "that is no UTF-8": Buffer.concat([
    Buffer.from('{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"utf"},"data":{"a":"'),
    Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
    Buffer.from('"}}'),
  ]),
  "with a NUL": '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"nul"},"data":{"a":"\0"}}',
  "of NULs": Buffer.alloc(1000),
  "with half a surrogate pair":
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"surrogate"},"data":{"a":"\\ud800"}}',
  "with a repeated field":
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"twice"},"data":{"a":"1","a":"2"},"data":{"b":"3"}}',
  "with a number past all bounds":
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"big","generation":1e400}}',
  "with an integer past all bounds":
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"big","generation":99999999999999999999999999999999}}',
  "with a fraction for an integer":
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"half","generation":0.5}}',
  "with a leading zero": '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"zero","generation":01}}',
  "with the prototype as a field":
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"proto"},"__proto__":{"data":{"a":"b"}},"constructor":{"prototype":{}}}',
  "with the prototype as a key":
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"proto-key","labels":{"__proto__":"x"},"annotations":{"constructor":"y","__proto__":"z"}},"data":{"__proto__":"a","toString":"b","hasOwnProperty":"c"}}',
  "whose kind is a number": '{"kind":1,"apiVersion":"v1","metadata":{"name":"kind"}}',
  "whose kind is another": '{"kind":"Secret","apiVersion":"v1","metadata":{"name":"kind"}}',
  "whose kind is unknown": '{"kind":"Nothing","apiVersion":"v1","metadata":{"name":"kind"}}',
  "whose version is a list": '{"kind":"ConfigMap","apiVersion":["v1"],"metadata":{"name":"kind"}}',
  "whose version has too many parts": '{"kind":"ConfigMap","apiVersion":"a/b/c","metadata":{"name":"kind"}}',
  "whose metadata is a text": '{"kind":"ConfigMap","apiVersion":"v1","metadata":"name"}',
  "whose metadata is null": '{"kind":"ConfigMap","apiVersion":"v1","metadata":null}',
  "whose name is a number": '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":5}}',
  "whose labels are a list": '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"labels","labels":["a"]}}',
  "whose data is nested": '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"nested"},"data":{"a":{"b":"c"}}}',
  "whose bytes are no Base64":
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"bytes"},"binaryData":{"a":"%%%"}}',
  "whose time is none":
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"time","creationTimestamp":"yesterday"}}',
  "with fields in the wrong case": '{"Kind":"ConfigMap","APIVERSION":"v1","MetaData":{"Name":"case"}}',
  "of markup": "<html><body>configmap</body></html>",
};

const yamlBodies: Readonly<Record<string, string>> = {
  empty: "",
  "that opens a list": "kind: [",
  "indented by tabs": "kind: ConfigMap\nmetadata:\n\tname: tabs\n",
  "of two documents":
    "kind: ConfigMap\napiVersion: v1\nmetadata: {name: doc-a}\n---\nkind: ConfigMap\napiVersion: v1\nmetadata: {name: doc-b}\n",
  "that refers to itself": "kind: ConfigMap\napiVersion: v1\nmetadata: {name: self}\ndata: &a\n  a: *a\n",
  "that refers to nothing": "kind: ConfigMap\napiVersion: v1\nmetadata: {name: nothing}\ndata: *nothing\n",
  "that grows by references": bomb(),
  "that merges": "x: &x {a: b}\nkind: ConfigMap\napiVersion: v1\nmetadata: {name: merges}\ndata:\n  <<: *x\n",
  "that merges over a member": merging("{name: member, <<: *x}"),
  "that merges under a member": merging("{<<: *x, name: member-behind}"),
  "that merges a list": merging("{<<: [*x, *y]}"),
  "that merges a map in its place": merging("{<<: {name: in-place}}"),
  "that merges a text": merging("{<<: text}"),
  "that merges a reference to a text": merging("{<<: *text}"),
  "that merges by a quoted key": merging('{"<<": *x, name: quoted}'),
  "with a reference for a key": merging("{name: key, *text : x}"),
  "with a truth for a key": "kind: ConfigMap\napiVersion: v1\nmetadata: {name: truth-key}\ndata:\n  true: x\n",
  "with a repeated key": "kind: ConfigMap\napiVersion: v1\nmetadata: {name: repeated}\ndata:\n  a: x\n  a: y\n",
  "with a number as a key": "kind: ConfigMap\napiVersion: v1\nmetadata: {name: number-key}\ndata:\n  1: x\n",
  "with a list as a key": "kind: ConfigMap\napiVersion: v1\nmetadata: {name: list-key}\ndata:\n  ? [a]\n  : x\n",
  "with a tag of a program": 'kind: ConfigMap\napiVersion: v1\nmetadata: !!js/function "function(){}"\n',
  "with numbers of all kinds":
    "kind: ConfigMap\napiVersion: v1\nmetadata: {name: numbers}\ndata: {a: 0x10, b: 0o17, c: 1_000, d: .inf, e: .nan}\n",
  "with a truth as a text": "kind: ConfigMap\napiVersion: v1\nmetadata: {name: truth}\ndata: {a: yes, b: true}\n",
  "that is deep in brackets": `kind: ConfigMap\ndata: ${"[".repeat(20_000)}`,
  "that is deep in braces": `kind: ConfigMap\ndata: ${"{a: ".repeat(20_000)}`,
  "that is deep by indentation": `kind: ConfigMap\n${deepBlock(2_000)}`,
  "that is deep by dashes": `kind: ConfigMap\ndata:\n${"- ".repeat(20_000)}a\n`,
  "of question marks": "? ".repeat(20_000),
  "of quotes": "'".repeat(100_001),
  "with a very long key": `${"k".repeat(200_000)}: 1\n`,
  "of percent signs": "%".repeat(10_000),
  "of ampersands": "&a ".repeat(10_000),
  "of anchors without end": Array.from({ length: 5_000 }, (_, index) => `a${index}: &a${index} {b: c}`).join("\n"),
};

/** Bodies that are no objects, or not quite. */
export const bodyRequests: readonly HostileRequest[] = [
  ...Object.entries(jsonBodies).map(([what, body]) => {
    return { name: `a JSON body ${what}`, method: "POST", target: configMaps, headers: json, body };
  }),
  ...Object.entries(yamlBodies).map(([what, body]) => {
    return { name: `a YAML body ${what}`, method: "POST", target: configMaps, headers: yaml, body };
  }),
  {
    name: "an apply that grows by references",
    method: "PATCH",
    target: `${configMaps}/bomb?fieldManager=hostile`,
    headers: ["Content-Type: application/apply-patch+yaml"],
    body: bomb(),
  },
  ...["Strict", "Warn", "Ignore"].map((validation) => ({
    name: `thousands of unknown fields, ${validation}`,
    method: "POST",
    target: `${configMaps}?fieldValidation=${validation}`,
    headers: json,
    body: JSON.stringify({
      kind: "ConfigMap",
      apiVersion: "v1",
      metadata: { name: `unknown-${validation.toLowerCase()}` },
      ...Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown${index}`, index])),
    }),
  })),
];

function merging(metadata: string): string {
  const known = "x: &x {name: merged-x}\ny: &y {name: merged-y, labels: {a: b}}\nz: &text text";
  return `${known}\nkind: ConfigMap\napiVersion: v1\nmetadata: ${metadata}\n`;
}

/** Nine levels of nine references each. */
function bomb(): string {
  const levels = "abcdefghi".split("");
  const lines = levels.map((level, index) => {
    const item = index === 0 ? "lol" : `*${levels[index - 1]}`;
    return `${level}: &${level} [${Array.from({ length: 9 }, () => item).join(",")}]`;
  });
  return `${lines.join("\n")}\nkind: ConfigMap\napiVersion: v1\nmetadata: {name: bomb}\n`;
}

function deepBlock(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${" ".repeat(level)}a:`).join("\n");
}
