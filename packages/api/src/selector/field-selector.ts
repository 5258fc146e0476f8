import { compareBytes } from "../text/byte-text.ts";
import { invalidSelector } from "./requirement.ts";

/** One condition on one field. */
export interface FieldRequirement {
  /** A path with dots, as in `metadata.name`. */
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
}

/**
 * Selects objects by their fields. Immutable.
 *
 * Which fields a server can select by depends on the kind: `metadata.name` and `metadata.namespace` for all, and a few
 * more for some.
 */
export class FieldSelector {
  /** Matches all objects. */
  static readonly everything: FieldSelector = new FieldSelector([]);

  /** All must be met. */
  readonly requirements: readonly FieldRequirement[];

  private constructor(requirements: readonly FieldRequirement[]) {
    this.requirements = requirements;
  }

  /** Reads the language of `kubectl get --field-selector`: `metadata.name=web,status.phase!=Running`. */
  static parse(text: string): FieldSelector {
    const terms = splitTerms(text).filter((term) => term !== "");
    const requirements = terms.sort(compareBytes).map((term) => parseTerm(term, text));
    return new FieldSelector(requirements.filter(({ field, value }) => field !== "" || value !== ""));
  }

  /** Selects objects whose fields have these values. */
  static forFields(fields: Readonly<Record<string, string>>): FieldSelector {
    const requirements = Object.entries(fields).map(([field, value]): FieldRequirement => {
      if (/[!=,]/.test(field)) {
        throw invalidSelector("field selector", `field ${JSON.stringify(field)} contains one of ! = ,`);
      }
      return { field, operator: "=", value };
    });
    return new FieldSelector(requirements.sort((a, b) => compareBytes(a.field, b.field)));
  }

  /** The selector of an option that takes a text or values by field. One that is not given selects everything. */
  static of(given: string | Readonly<Record<string, string>> | undefined): FieldSelector {
    if (given === undefined) return FieldSelector.everything;
    return typeof given === "string" ? FieldSelector.parse(given) : FieldSelector.forFields(given);
  }

  /** Whether `object` is selected. Absent fields, objects and lists count as the empty text. */
  matches(object: object): boolean {
    return this.matchesFields((field) => fieldText(object, field));
  }

  /** Whether an object is selected of which `textOf` gives the text of each field, empty where there is none. */
  matchesFields(textOf: (field: string) => string): boolean {
    return this.requirements.every(({ field, operator, value }) => (textOf(field) === value) === (operator === "="));
  }

  /** Whether everything is selected. */
  get isEmpty(): boolean {
    return this.requirements.length === 0;
  }

  /** The one value that `field` must have to be selected, where there is one. */
  requiredValue(field: string): string | undefined {
    return this.requirements.find((candidate) => candidate.field === field && candidate.operator === "=")?.value;
  }

  /** The text that the server reads as this selector. */
  toString(): string {
    return this.requirements
      .map(({ field, operator, value }) => `${field}${operator}${escapeFieldValue(value)}`)
      .join(",");
  }
}

/** `value` as it must be written in a field selector: a backslash before each `\`, `,` and `=`. */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/g, "\\$&");
}

/** Commas separate, unless a backslash precedes them. */
function splitTerms(text: string): string[] {
  const terms = [""];
  for (const [part] of text.matchAll(/\\.|[^\\,]+|,|\\$/gsu)) {
    if (part === ",") terms.push("");
    else terms[terms.length - 1] += part;
  }
  return terms;
}

function parseTerm(term: string, text: string): FieldRequirement {
  const match = /!=|==?/.exec(term);
  if (match === null) throw invalidSelector(what(text), `invalid selector: '${text}'; can't understand '${term}'`);
  const value = unescapeValue(term.slice(match.index + match[0].length), text);
  return { field: term.slice(0, match.index), operator: match[0] === "!=" ? "!=" : "=", value };
}

function what(text: string): string {
  return `field selector ${JSON.stringify(text)}`;
}

function unescapeValue(escaped: string, text: string): string {
  return escaped.replace(/\\(.?)|[,=]/gsu, (part, character: string | undefined) => {
    if (character === undefined) {
      // The reference prints the character's number.
      throw invalidSelector(what(text), `invalid field selector: unescaped character in value: ${part.codePointAt(0)}`);
    }
    if (!["\\", ",", "="].includes(character)) {
      throw invalidSelector(what(text), `invalid field selector: invalid escape sequence: ${part}`);
    }
    return character;
  });
}

function fieldText(object: object, path: string): string {
  let value: unknown = object;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return "";
    value = (value as Record<string, unknown>)[name];
  }
  if (value === undefined || value === null || typeof value === "object") return "";
  return String(value);
}
