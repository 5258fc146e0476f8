import type { KubectlOutcome } from "./kubectl.ts";

/** An outcome without what differs from run to run, as text. */
export function outcomeText({ line, code, stdout, stderr }: KubectlOutcome): string {
  const shown = / --raw /.test(line) ? sortedJson(stdout) : stdout;
  return `$ kubectl ${line}\n${normalise(shown)}--- stderr\n${normalise(stderr)}--- exit ${code}\n`;
}

/** The text as it is, or its members in the order of their names if it is JSON: that order means nothing. */
function sortedJson(text: string): string {
  try {
    return `${JSON.stringify(sorted(JSON.parse(text)), undefined, 1)}\n`;
  } catch {
    return text;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

const replacements: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uid>"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<time>"],
  [/(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, "<time>"],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? [+-]\d{4}( UTC)?/g, "<time>"],
  [/(resourceVersion\\*"?: ?\\*")\d+/g, "$1<version>"],
  [/(Resource Version:\s+)\d+/g, "$1<version>"],
  [/(Expected resource version to be \d+, was )\d+/g, "$1<version>"],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>"],
  [/("continue": ")eyJ[\w-]+/g, "$1<token>"],
  [/X509SHA256=[0-9a-f]{64}/g, "X509SHA256=<hash>"],
  [/https:\/\/127\.0\.0\.1:\d+/g, "<server>"],
  [/\b127\.0\.0\.1:\d+/g, "<server>"],
  [/\b10\.0\.0\.(?!1\b)\d{1,3}\b/g, "<address>"],
  [/(:|NodePort:.*|nodePort\\*"?: ?)3[0-2]\d{3}\b/g, "$1<port>"],
  [/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-<generated>"],
  [/\b(made-)[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, "$1<generated>"],
  [/\/tmp\/(LIVE|MERGED)-\d+/g, "/tmp/$1"],
  [/\/tmp\/kubectl-edit-\d+\.(yaml|json)/g, "<edited file>"],
  [/^[EWI]\d{4} \d\d:\d\d:\d\d\.\d+\s+\d+ /gm, "<log> "],
];

/** Also squeezes spaces: the width of a column is that of its widest cell, which may be an address or an age. */
function normalise(text: string): string {
  const replaced = replacements.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
  return replaced
    .replace(/(?<=[\s(])(\d+(ms|[smhdy]))+(?=[\s)]|$)/gm, "<age>")
    .replace(/ {2,}/g, "  ")
    .replace(/ +$/gm, "");
}
