import { compareBytes, quote } from "@kubewright/api/server";
import type { CST, Document, LineCounter, ScalarTag, Tags } from "yaml";
import { attachDetails } from "../body-details.ts";
import { BodyError } from "../decode-error.ts";
import { yamlLibrary } from "./yaml-library.ts";
import { isMergeKey, valueOfDocument } from "./yaml-value.ts";

const maxDepth = 10_000;
const tooDeep = `exceeded max depth of ${maxDepth}`;

/** As many parts as a document of usual lines has that is as long as a body may be: a part takes up to half a kilobyte of memory. */
const maxParts = 2_000_000;

/** The value of the first document in a YAML text. Throws BodyError for what is not YAML. */
export function parseYamlBody(text: string): unknown {
  const lines = new (yamlLibrary().LineCounter)();
  const document = firstDocument(text, lines);
  const value = contentOf(document);
  const problems = repeatedKeys(document, lines);
  if (problems.length > 0 && typeof value === "object" && value !== null) {
    const text = `yaml: unmarshal errors:\n${problems.map((problem) => `  ${problem}`).join("\n")}`;
    attachDetails(value, { exact: value, repeated: new Map(), problems: [text] });
  }
  return value;
}

/** What is wrong with a text, and where. */
interface Problem {
  readonly position: number;
  readonly code: string;
  readonly message: string;
}

function firstDocument(text: string, lines: LineCounter): Document.Parsed {
  const { Composer } = yamlLibrary();
  const composer = new Composer({
    version: "1.1",
    merge: true,
    uniqueKeys: false,
    intAsBigInt: true,
    customTags: knownTags,
    logLevel: "error",
  });
  let first: BodyError | undefined;
  // The library catches what is thrown where it is told of an error, and tells of that again.
  const refuse = (problem: Problem): never => {
    first ??= errorOf(problem, lines);
    throw first;
  };
  // One is enough: a hostile text has more of them than there is memory for.
  Object.assign(composer, {
    onError(source: ErrorSource, code: string, message: string, isWarning?: boolean): void {
      if (isWarning !== true) refuse({ position: offsetOf(source), code, message });
    },
  });
  let end = 0;
  try {
    for (const token of partsOf(text, lines, (position) => refuse({ position, code: "", message: tooDeep }))) {
      end = "offset" in token ? token.offset : end;
      for (const document of composer.next(token)) return checked(document, refuse);
    }
    for (const document of composer.end(true, text.length)) return checked(document, refuse);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    refuse({ position: end, code: "", message: tooDeep });
  }
  throw new BodyError("yaml: there is no document");
}

function errorOf({ position, code, message }: Problem, lines: LineCounter): BodyError {
  const { line } = lines.linePos(position);
  const isTooDeep = message === tooDeep || message.startsWith("Maximum call stack size");
  if (isTooDeep) return new BodyError(`yaml: ${line === 1 ? "" : `line ${line}: `}${tooDeep}`);
  const isTab = code === "TAB_AS_INDENT";
  return new BodyError(`yaml: line ${line}: ${isTab ? "found character that cannot start any token" : message}`);
}

function checked(document: Document.Parsed, refuse: (problem: Problem) => never): Document.Parsed {
  const [error] = document.errors;
  if (error !== undefined) refuse({ position: error.pos[0], code: error.code, message: error.message });
  return document;
}

/** What a text is made of, as long as that is not too deep or too much. */
function* partsOf(text: string, lines: LineCounter, onTooDeep: (position: number) => never): Generator<CST.Token> {
  const { Lexer, Parser } = yamlLibrary();
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let count = 0;
  for (const part of new Lexer().lex(text)) {
    if (++count > maxParts) throw new BodyError(`yaml: the document has more than ${maxParts} parts`);
    yield* parser.next(part);
    if (parser.stack.length > maxDepth) onTooDeep(parser.offset);
  }
  yield* parser.end();
}

/** Where an error is: the library gives the place in several ways. */
type ErrorSource = number | [number, number] | { readonly offset: number; readonly range?: unknown };

function offsetOf(source: ErrorSource): number {
  if (typeof source === "number") return source;
  return Array.isArray(source) ? source[0] : source.offset;
}

/** Times of the day and dates are texts to the reference, and it takes numbers as both versions of YAML write them. */
function knownTags(tags: Tags): Tags {
  const known = tags.filter((tag) => {
    if (typeof tag === "string") return true;
    const format = "format" in tag ? tag.format : undefined;
    return !tag.tag.endsWith(":timestamp") && format !== "TIME" && format !== "EXP";
  });
  return [prefixedInteger, numberWithExponent, ...known];
}

const prefixedInteger: ScalarTag = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  test: /^[-+]?0(?:o[0-7_]+|X[0-9a-fA-F_]+|B[01_]+)$/,
  resolve: (text) => {
    const number = BigInt(text.replace(/^[-+]/, "").replaceAll("_", ""));
    return text.startsWith("-") ? -number : number;
  },
};

const numberWithExponent: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  test: /^[-+]?(?:\.[0-9][0-9_]*|[0-9][0-9_]*(?:\.[0-9_]*)?)[eE][-+]?[0-9]+$/,
  resolve: (text) => {
    const number = Number(text.replaceAll("_", ""));
    return Number.isFinite(number) ? number : text;
  },
};

function contentOf(document: Document): unknown {
  try {
    return withSortedKeys(valueOfDocument(document));
  } catch (error) {
    if (error instanceof RangeError) throw new BodyError(`yaml: ${tooDeep}`, { cause: error });
    throw error;
  }
}

/** The reference goes on with it in this order. */
function withSortedKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withSortedKeys);
  const members = Object.entries(value).sort(([a], [b]) => compareBytes(a, b));
  return Object.fromEntries(members.map(([key, member]) => [key, withSortedKeys(member)]));
}

function repeatedKeys(document: Document, lines: LineCounter): string[] {
  const { isMap, isNode, isScalar, isSeq } = yamlLibrary();
  const problems: string[] = [];
  const visit = (node: unknown): void => {
    if (isMap(node)) {
      const seen = new Set<string>();
      for (const { key, value } of node.items) {
        if (isMergeKey(key)) continue;
        const name = isScalar(key) ? String(key.value) : undefined;
        if (name !== undefined && seen.has(name)) {
          const { line } = lines.linePos((isNode(key) && key.range?.[0]) || 0);
          problems.push(`line ${line}: key ${quote(name)} already set in map`);
        }
        if (name !== undefined) seen.add(name);
        visit(value);
      }
    } else if (isSeq(node)) {
      for (const item of node.items) visit(item);
    }
  };
  visit(document.contents);
  return problems;
}
