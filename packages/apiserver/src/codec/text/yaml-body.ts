import { compareBytes, quote } from "@kubewright/api/server";
import type { Document, LineCounter, ScalarTag, Tags, YAMLError } from "yaml";
import { attachDetails } from "../body-details.ts";
import { BodyError } from "../decode-error.ts";
import { yamlLibrary } from "./yaml-library.ts";
import { valueOfDocument } from "./yaml-value.ts";

const tooDeep = "exceeded max depth of 10000";

/** The value of the first document in a YAML text. Throws BodyError for what is not YAML. */
export function parseYamlBody(text: string): unknown {
  const lines = new (yamlLibrary().LineCounter)();
  const document = firstDocument(text, lines);
  const error = document.errors[0];
  if (error !== undefined) {
    const { line } = lines.linePos(error.pos[0]);
    throw new BodyError(`yaml: ${problemOf(error, line)}`, { cause: error });
  }
  const value = contentOf(document);
  const problems = repeatedKeys(document, lines);
  if (problems.length > 0 && typeof value === "object" && value !== null) {
    const text = `yaml: unmarshal errors:\n${problems.map((problem) => `  ${problem}`).join("\n")}`;
    attachDetails(value, { exact: value, repeated: new Map(), problems: [text] });
  }
  return value;
}

/** In the reference's words where these are known. */
function problemOf({ code, message }: YAMLError, line: number): string {
  if (message.startsWith("Maximum call stack size")) return line === 1 ? tooDeep : `line ${line}: ${tooDeep}`;
  return `line ${line}: ${code === "TAB_AS_INDENT" ? "found character that cannot start any token" : message}`;
}

function firstDocument(text: string, lines: LineCounter): Document.Parsed {
  const { Composer, Parser } = yamlLibrary();
  const composer = new Composer({
    version: "1.1",
    merge: true,
    uniqueKeys: false,
    intAsBigInt: true,
    customTags: knownTags,
    logLevel: "error",
  });
  const tokens = new Parser(lines.addNewLine).parse(text);
  const [document] = composer.compose(tokens, true, text.length);
  return document!;
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
