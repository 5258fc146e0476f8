import { parseAllDocuments, stringify } from "yaml";
import type { KubectlCommand } from "./command.ts";
import type { KubectlOutcome } from "./kubectl.ts";

/** An outcome without what differs from run to run, as text. */
export function outcomeText({ line, isUnordered }: KubectlCommand, { code, stdout, stderr }: KubectlOutcome): string {
  const isObject = / --(raw|show-managed-fields|output-watch-events)\b/.test(line) && code === 0;
  const shown = normalise(isObject ? sortedText(stdout) : stdout);
  const ordered = isUnordered ? `${shown.split("\n").sort().join("\n")}\n` : shown;
  return `$ kubectl ${line}\n${ordered}--- stderr\n${normalise(stderr)}--- exit ${code}\n`;
}

/** YAML or JSON with members in the order of their names, which means nothing; other text as it is. */
function sortedText(text: string): string {
  try {
    const values = text.startsWith("{") ? jsonValues(text) : parseAllDocuments(text).map((document) => document.toJS());
    return values.map((value) => stringify(sorted(value), { lineWidth: 0 })).join("---\n");
  } catch {
    return text;
  }
}

/** Watches give one object a line. */
function jsonValues(text: string): unknown[] {
  return text.startsWith('{"type":')
    ? text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [JSON.parse(text)];
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortedMember(name, sorted(member))]));
}

/** Managers come in the order of their times, so that the order differs when two wrote within the same second. */
function sortedMember(name: string, value: unknown): unknown {
  if (name !== "managedFields" || !Array.isArray(value)) return value;
  return value
    .map((entry) => [JSON.stringify({ ...entry, time: "" }), entry])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, entry]) => entry);
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
  [/(continue"?: "?)eyJ[\w-]+/g, "$1<token>"],
  [/X509SHA256=[0-9a-f]{64}/g, "X509SHA256=<hash>"],
  [/https:\/\/127\.0\.0\.1:\d+/g, "<server>"],
  [/\b127\.0\.0\.1:\d+/g, "<server>"],
  [/\b10\.0\.0\.(?!1\b)\d{1,3}\b/g, "<address>"],
  [/(:|NodePort:.*|nodePort\\*"?: ?)3[0-2]\d{3}\b/g, "$1<port>"],
  [/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-<generated>"],
  [/\b(made-|node-debugger-worker-)[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, "$1<generated>"],
  [/\/tmp\/(LIVE|MERGED)-\d+/g, "/tmp/$1"],
  [/\/tmp\/kubectl-edit-\d+\.(yaml|json)/g, "<edited file>"],
  // A watch that the end of kubectl cuts short is told of, or not.
  [/^[EWI]\d{4} .* reflector\.go:.*(context deadline exceeded|very short watch).*\n/gm, ""],
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
