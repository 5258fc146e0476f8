import type { DataSources } from "../kustomization/kustomization.ts";
import { KustomizationError } from "../kustomization-error.ts";

/** Reads a file that a kustomization names. */
export type LoadFile = (path: string) => Promise<Uint8Array>;

/** The data that a generator is told to take: from files of variables, literals and files, by key. */
export async function readKeyValues(
  sources: DataSources,
  load: LoadFile,
  what: string,
): Promise<Map<string, Uint8Array>> {
  const { literals = [], files = [], envs = [], env } = sources;
  const pairs: (readonly [string, Uint8Array])[] = [];
  for (const path of env === undefined || env === "" ? envs : [...envs, env]) {
    pairs.push(...variablesOf(await load(path)));
  }
  for (const literal of literals) pairs.push(literalOf(literal, what));
  for (const source of files) {
    const { key, path } = fileSource(source, what);
    pairs.push([key, await load(path)]);
  }
  const values = new Map<string, Uint8Array>();
  for (const [key, value] of pairs) {
    if (values.has(key)) throw new KustomizationError(`${what}: the key "${key}" is there twice`);
    values.set(key, value);
  }
  return values;
}

function literalOf(literal: string, what: string): readonly [string, Uint8Array] {
  const equals = literal.indexOf("=");
  if (equals <= 0) throw new KustomizationError(`${what}: the literal "${literal}" is not of the form key=value`);
  return [literal.slice(0, equals), Buffer.from(withoutQuotes(literal.slice(equals + 1)))];
}

function withoutQuotes(text: string): string {
  const isQuoted = text.length >= 2 && (text[0] === '"' || text[0] === "'") && text[0] === text.at(-1);
  return isQuoted ? text.slice(1, -1) : text;
}

function fileSource(source: string, what: string): { key: string; path: string } {
  const parts = source.split("=");
  const [key = "", path = ""] = parts;
  if (parts.length === 1) return { key: key.replace(/\/+$/, "").split("/").at(-1) as string, path: key };
  if (parts.length > 2 || key === "" || path === "") {
    throw new KustomizationError(`${what}: the file "${source}" is not of the form path or key=path`);
  }
  return { key, path };
}

function variablesOf(content: Uint8Array): (readonly [string, Uint8Array])[] {
  const lines = Buffer.from(content)
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .split(/\r?\n/);
  return lines.flatMap((line) => {
    const text = line.trimStart();
    if (text === "" || text.startsWith("#")) return [];
    const equals = text.indexOf("=");
    const name = equals < 0 ? text : text.slice(0, equals);
    return [[name, Buffer.from(equals < 0 ? "" : text.slice(equals + 1))] as const];
  });
}
