import type { FieldSet } from "./field-set.ts";
import { compareElements, type PathElement } from "./path-element.ts";

/** Gives what may stay of a set of fields. */
export type FieldFilter = (fields: FieldSet) => FieldSet;

/** Takes away the fields of `excluded` and all below them. */
export function excludeFields(excluded: FieldSet): FieldFilter {
  return (fields) => fields.recursiveDifference(excluded);
}

/** A step of a pattern: an element, or `anyElement`. */
export type ElementPattern = PathElement | typeof anyElement;

/** Stands for every element. */
export const anyElement: unique symbol = Symbol("any element");

/** Keeps only fields whose paths begin like one of the patterns, or are the beginning of one. None: keeps all. */
export function includeFields(...patterns: readonly (readonly ElementPattern[])[]): FieldFilter {
  const root = patterns.length === 0 ? everything : mergePatterns(patterns);
  return (fields) => filter(fields, root);
}

/** What may stay below a place. `everything`, or by element, the wildcard first. */
type Pattern = typeof everything | readonly (readonly [element: ElementPattern, below: Pattern])[];

const everything: unique symbol = Symbol("everything");

function mergePatterns(patterns: readonly (readonly ElementPattern[])[]): Pattern {
  if (patterns.some((pattern) => pattern.length === 0)) return everything;
  const byFirst: [first: ElementPattern, rests: (readonly ElementPattern[])[]][] = [];
  for (const pattern of patterns) {
    const [first, ...rest] = pattern as readonly [ElementPattern, ...ElementPattern[]];
    const group = byFirst.find(([other]) => isSamePattern(other, first));
    if (group === undefined) byFirst.push([first, [rest]]);
    else group[1].push(rest);
  }
  const isWildcard = ([first]: (typeof byFirst)[number]) => first === anyElement;
  // The reference looks at wildcards first, and at nothing else where there is one.
  return [...byFirst.filter(isWildcard), ...byFirst.filter((group) => !isWildcard(group))].map(
    ([first, rests]) => [first, mergePatterns(rests)] as const,
  );
}

function isSamePattern(a: ElementPattern, b: ElementPattern): boolean {
  if (a === anyElement || b === anyElement) return a === b;
  return compareElements(a, b) === 0;
}

function filter(fields: FieldSet, pattern: Pattern): FieldSet {
  if (pattern === everything) return fields;
  return fields.mapNodes((element, isMember, children) => {
    const match = pattern.find(([candidate]) => candidate === anyElement || isSamePattern(candidate, element));
    if (match === undefined) return { isMember: false, children: undefined };
    return { isMember, children: children && filter(children, match[1]) };
  });
}
