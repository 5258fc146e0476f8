import { jsonTypeName, quote } from "@kubewright/api/server";

/** What a JSON text says beyond the value that it stands for. */
export interface BodyDetails {
  /** The value again: numbers with a fraction or exponent are ExactNumbers, and objects that were given twice are merged. */
  readonly exact: unknown;
  /** The keys, in order, of those objects of `exact` that have one more than once; repeated ones as often as they are there. */
  readonly repeated: ReadonlyMap<object, readonly string[]>;
  /** What is already known to be wrong with it. */
  readonly problems?: readonly string[];
}

/** A number that the reference does not take for an integer, as it was written. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): number {
    return Number(this.text);
  }
}

/** What the reference's messages call a value of a body. */
export function typeNameOf(value: unknown): string {
  return value instanceof ExactNumber ? "number" : jsonTypeName(value);
}

/** Bodies carry their details along, out of sight of whoever works with the value. */
const detailsKey = Symbol("details of the body");

/** Remembers, with a value that was just parsed, what the text says beyond it. */
export function attachDetails(value: object, details: BodyDetails): void {
  Object.defineProperty(value, detailsKey, { value: details });
}

/** What is remembered with a parsed body; nothing, for most. */
export function detailsOf(value: unknown): BodyDetails | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as { [detailsKey]?: BodyDetails })[detailsKey];
}

/** As many as the reference reports. */
const maxProblems = 100;

/** Which fields a body of any kind gives more than once, as the reference words it: `duplicate field "spec.x"`. */
export function duplicateFields(body: unknown): string[] {
  const details = detailsOf(body);
  if (details === undefined) return [];
  const problems = new Set(details.problems);
  collectDuplicates(details.exact, "", details, problems);
  return [...problems].slice(0, maxProblems);
}

function collectDuplicates(value: unknown, path: string, details: BodyDetails, problems: Set<string>): void {
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collectDuplicates(item, `${path}[${index}]`, details, problems);
    return;
  }
  const object = value as Record<string, unknown>;
  const seen = new Set<string>();
  for (const key of details.repeated.get(object) ?? Object.keys(object)) {
    const inner = path === "" ? key : `${path}.${key}`;
    if (seen.has(key)) {
      problems.add(`duplicate field ${quote(inner)}`);
    } else {
      seen.add(key);
      collectDuplicates(object[key], inner, details, problems);
    }
  }
}
