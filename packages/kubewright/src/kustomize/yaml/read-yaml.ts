import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  Scalar,
  type YAMLMap,
} from "yaml";
import { problemIn } from "../kustomization-error.ts";
import { type Dialect, resolvePlain } from "./plain-scalar.ts";
import { copyValue, isMapping, isNull, type Mapping, newMapping, textOf, type Value } from "./value.ts";

/** Where a value stands: annotations of an object are texts, whatever they look like. */
type Place = "object" | "metadata" | "annotations" | "elsewhere";

/** So many values may a file have, with those that its aliases repeat. */
const maxValues = 1_000_000;

/** The documents of a text in YAML or JSON; a document without anything is undefined. Throws KustomizationError, which names `file`. */
export function readYaml(text: string, file: string, dialect: Dialect): Value[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text.replaceAll("\r\n", "\n"), {
    schema: "failsafe",
    uniqueKeys: false,
    prettyErrors: true,
    logLevel: "silent",
    lineCounter: lines,
  });
  // Without a document the library answers with an object that says so.
  if (!Array.isArray(documents)) return [];
  return documents.map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw problemIn(file, `is no YAML: ${error.message.trimEnd()}`, error);
    const reader = new ValueReader(document, lines, file, dialect);
    return document.contents === null ? undefined : reader.read(document.contents, "object");
  });
}

class ValueReader {
  readonly #document: Document;
  readonly #lines: LineCounter;
  readonly #file: string;
  readonly #dialect: Dialect;
  /** What anchors stand for. */
  readonly #anchored = new Map<Node, Value>();
  #count = 0;

  constructor(document: Document, lines: LineCounter, file: string, dialect: Dialect) {
    this.#document = document;
    this.#lines = lines;
    this.#file = file;
    this.#dialect = dialect;
  }

  read(node: Node | null | undefined, place: Place = "elsewhere"): Value {
    this.#count += 1;
    if (this.#count > maxValues) throw problemIn(this.#file, `has more than ${maxValues} values`);
    if (node === null || node === undefined) return undefined;
    const value = this.#valueOf(node, place);
    if (!isAlias(node) && node.anchor !== undefined) this.#anchored.set(node, copyValue(value));
    return value;
  }

  #valueOf(node: Node, place: Place): Value {
    if (isAlias(node)) return this.#aliased(node);
    if (isMap(node)) return this.#mappingOf(node, place);
    if (isSeq(node)) return node.items.map((item) => this.read(item as Node | null));
    return isScalar(node) ? this.#scalarOf(node) : undefined;
  }

  #aliased(node: Node): Value {
    const target = isAlias(node) ? node.resolve(this.#document) : undefined;
    if (target === undefined || !this.#anchored.has(target)) {
      throw problemIn(this.#file, "an alias stands before its anchor or within it");
    }
    const value = this.#anchored.get(target);
    this.#count += countOf(value);
    if (this.#count > maxValues) throw problemIn(this.#file, `has more than ${maxValues} values`);
    return copyValue(value);
  }

  #mappingOf(node: YAMLMap, place: Place): Mapping {
    const mapping = newMapping();
    const merged: Mapping[] = [];
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      if (isMergeKey(pair.key)) merged.push(...this.#mergedBy(pair));
      else this.#setMember(mapping, pair, place);
    }
    for (const one of merged) {
      for (const key of Object.keys(one)) if (!(key in mapping)) mapping[key] = copyValue(one[key]);
    }
    return mapping;
  }

  #setMember(mapping: Mapping, pair: Pair<Node, Node | null>, place: Place): void {
    const key = this.read(pair.key);
    if (typeof key === "object" && key !== null) throw problemIn(this.#file, "a key is a list or a mapping");
    const name = isScalar(pair.key) ? sourceOf(pair.key) : textOf(key);
    // Of settings the last one counts.
    if (name in mapping && this.#dialect === "manifest") {
      const { line } = this.#lines.linePos(pair.key.range?.[0] ?? 0);
      throw problemIn(this.#file, `the key "${name}" is there twice, again in line ${line}`);
    }
    const value = this.read(pair.value, placeOf(name, place));
    const isText = place === "annotations" && this.#dialect === "manifest" && !isNull(value);
    mapping[name] = isText && isScalar(pair.value) ? sourceOf(pair.value) : value;
  }

  #mergedBy({ value }: Pair<Node, Node | null>): Mapping[] {
    const sources = isSeq(value) ? value.items.map((item) => this.read(item as Node)) : [this.read(value)];
    return sources.map((source) => {
      if (!isMapping(source)) throw problemIn(this.#file, 'the value of a "<<" is no mapping');
      return source;
    });
  }

  #scalarOf(node: Scalar): Value {
    const text = sourceOf(node);
    const tag = node.tag;
    if (tag === "tag:yaml.org,2002:str" || tag === "!!str" || tag === "!") return text;
    const isPlain = node.type === Scalar.PLAIN || node.type === undefined;
    if (tag === undefined) return isPlain ? resolvePlain(text, this.#dialect) : text;
    if (/[:!](?:int|float|bool|null)$/.test(tag)) {
      const value = resolvePlain(text, this.#dialect);
      if (typeof value !== "string") return value;
      throw problemIn(this.#file, `"${text}" is not of the type that its tag ${tag} says`);
    }
    return text;
  }
}

function placeOf(name: string, place: Place): Place {
  if (place === "object" && name === "metadata") return "metadata";
  return place === "metadata" && name === "annotations" ? "annotations" : "elsewhere";
}

function sourceOf(node: Scalar): string {
  return typeof node.value === "string" ? node.value : (node.source ?? "");
}

function isMergeKey(key: Node | null): boolean {
  return isScalar(key) && key.type === Scalar.PLAIN && key.value === "<<";
}

function countOf(value: Value): number {
  if (isNull(value) || typeof value !== "object") return 1;
  return 1 + (Array.isArray(value) ? value : Object.values(value)).reduce<number>((sum, one) => sum + countOf(one), 0);
}
