import { CodegenError } from "../../errors.ts";
import { readDataFile } from "../data/data-file.ts";

/** What becomes of a word in the plural. */
interface Change {
  /** How many of its last letters go. */
  readonly strip: number;
  readonly append: string;
}

interface Rules {
  /** Acronyms before another capital. */
  readonly acronyms: RegExp;
  /** By endings of words; the longest one decides. */
  readonly changes: ReadonlyMap<string, Change>;
}

/** Makes the plurals that kinds have unless something else is said: `memcacheds`, `proxies`, `indices`. */
export class Plurals {
  #rules: Rules | undefined;

  /** In small letters, as in URLs. */
  of(kind: string): string {
    this.#rules ??= readRules();
    const { strip, append } = changeOf(lastWord(kind, this.#rules.acronyms), this.#rules.changes);
    return kind.slice(0, Math.max(0, kind.length - strip)).toLowerCase() + append;
  }
}

/**
 * The last word after a mark: `=Pod` where it is all of the kind; `^Route` for `HTTPRoute`, `^API` for `MyAPI`, `^IDs` for `UserIDs`;
 * `+Person` for `XYZPerson`, for after capitals that are not known as an acronym a word is not quite one of its own.
 */
function lastWord(kind: string, acronyms: RegExp): string {
  const word = (/[A-Z]*[^A-Z]*$/.exec(kind)?.[0] ?? "").replace(acronyms, "");
  const afterCapitals = /[A-Z]([A-Z](?:[^A-Zs]|[^A-Z]{2,}))$/.exec(word)?.[1];
  if (afterCapitals !== undefined) return `+${afterCapitals}`;
  return word === kind ? `=${word}` : `^${word}`;
}

function changeOf(word: string, changes: ReadonlyMap<string, Change>): Change {
  for (let start = 0; start <= word.length; start++) {
    const change = changes.get(word.slice(start));
    if (change !== undefined) return change;
  }
  return { strip: 0, append: "s" };
}

function readRules(): Rules {
  const text = readDataFile("plurals.json");
  if (text === undefined) {
    throw new CodegenError(
      "DAMAGED_DATA",
      "data/plurals.json.gz of @kubewright/codegen is missing: install the package again",
    );
  }
  const { acronyms, endings } = JSON.parse(text) as { acronyms: string[]; endings: Record<string, string> };
  const changes = new Map<string, Change>();
  for (const [name, list] of Object.entries(endings)) {
    const change = { strip: Number.parseInt(name, 10), append: name.replace(/^\d+/, "") };
    for (const ending of list.split(" ")) changes.set(ending, change);
  }
  return { acronyms: new RegExp(`^(?:${acronyms.join("|")})+(?=[A-Z])`), changes };
}
