import { CodegenError } from "../../errors.ts";
import { readDataFile } from "../data/data-file.ts";

/** What the reference knows of English. */
interface Words {
  /** They end a word of a name where a capital follows: `HTTPRoute` is HTTP and Route. */
  readonly acronyms: ReadonlySet<string>;
  readonly plurals: ReadonlyMap<string, string>;
  /** Words that are plurals already. */
  readonly isPlural: ReadonlySet<string>;
  /** Endings and what becomes of them, first the ones that win. */
  readonly endings: readonly (readonly [singular: string, plural: string])[];
}

type Word = readonly [singular: string, plural: string, plurals: readonly string[], isWholeWord: boolean];

/** Makes the plurals that kinds have unless something else is said: `memcacheds`, `proxies`, `indices`. */
export class Plurals {
  #words: Words | undefined;

  /** In small letters, as in URLs. */
  of(kind: string): string {
    this.#words ??= readWords();
    return pluralOf(kind, this.#words).toLowerCase();
  }
}

function pluralOf(kind: string, { acronyms, plurals, isPlural, endings }: Words): string {
  const last = lastWord(kind, acronyms);
  if (last === "") return "";
  const whole = plurals.get(kind);
  if (whole !== undefined) return whole;
  const small = last.toLowerCase();
  if (isPlural.has(kind) || isPlural.has(small)) return kind;
  const before = kind.endsWith(last) ? kind.slice(0, -last.length) : kind;
  const plural = plurals.get(small);
  if (plural !== undefined) return before + plural;
  for (const [ending, replacement] of endings) {
    if (last.endsWith(replacement)) return before + last;
    if (last.endsWith(ending)) return before + last.slice(0, last.length - ending.length) + replacement;
  }
  return small.endsWith("s") ? kind : `${kind}s`;
}

/** From the last capital that begins a word. */
function lastWord(kind: string, acronyms: ReadonlySet<string>): string {
  let word = "";
  let isAfterCapital = false;
  for (const character of kind) {
    const isCapital = /\p{Lu}/u.test(character);
    const isLetter = isCapital || /[\p{L}\p{Nd}\p{P}`]/u.test(character);
    if (/[\s_-]/.test(character) || (isCapital && (!isAfterCapital || acronyms.has(word.toUpperCase()))))
      word = character;
    else word = isLetter ? word + character : "";
    isAfterCapital = isCapital;
  }
  // What is written as an acronym counts as one, whatever its case.
  const capitals = (acronyms.has(kind.toUpperCase()) ? kind : word).trim().toUpperCase();
  return acronyms.has(capitals) ? capitals : word.trim();
}

function readWords(): Words {
  const text = readDataFile("plurals.json");
  if (text === undefined) {
    throw new CodegenError(
      "DAMAGED_DATA",
      "data/plurals.json.gz of @kubewright/codegen is missing: install the package again",
    );
  }
  const { acronyms, words, endings } = JSON.parse(text) as {
    acronyms: string[];
    words: Word[];
    endings: [string, string][];
  };
  const compounds = words.filter(([, , , isWholeWord]) => !isWholeWord).reverse();
  return {
    acronyms: new Set(acronyms),
    plurals: new Map(words.map(([singular, plural]) => [singular, plural])),
    isPlural: new Set(words.flatMap(([, , plurals]) => plurals)),
    endings: [...compounds.map(([singular, plural]) => [singular, plural] as const), ...endings],
  };
}
