import { describe, expect, test } from "vitest";
import { compareValues, equalValues } from "../src/apply/field/compare-value.ts";
import { fieldsV1Of, formatElement, parseElement, parseFieldsV1 } from "../src/apply/field/fields-v1.ts";
import { comparePaths, formatPathElement } from "../src/apply/field/path-element.ts";
import { type FieldSet, formatFieldPath, includeFields } from "../src/server.ts";
import { readPath, readPatterns, readSet, writeSet } from "./apply-vectors.ts";
import { readVectors } from "./read-vectors.ts";

interface Wire {
  text: string;
  result?: string;
  error?: string;
  size?: number;
}

interface Tables {
  comparePaths: { a: string[]; b: string[]; result: number }[];
  element: { text: string; result?: string; printed?: string; error?: string }[];
  has: { fields: string; path: string[]; result: boolean }[];
  less: { a: unknown; b: unknown; less: boolean; equal: boolean }[];
  matches: { patterns: string[][]; fields: string; result: string }[];
  path: { path: string[]; result: string }[];
  setString: { fields: string; result: string }[];
  sets: { operation: keyof typeof operations; a: string; b: string; result: string }[];
  wire: Wire[];
}

const tables: Tables = readVectors("apply-fields");

const operations = {
  difference: (a: FieldSet, b: FieldSet) => a.difference(b),
  intersection: (a: FieldSet, b: FieldSet) => a.intersection(b),
  leaves: (a: FieldSet) => a.leaves(),
  recursiveDifference: (a: FieldSet, b: FieldSet) => a.recursiveDifference(b),
  union: (a: FieldSet, b: FieldSet) => a.union(b),
};

describe("values", () => {
  test.for(tables.less)("$a before $b: $less", ({ a, b, less, equal }) => {
    expect(compareValues(a, b) < 0).toBe(less);
    expect(compareValues(a, b) === 0).toBe(equal);
    expect(equalValues(a, b)).toBe(equal);
  });
});

describe("path elements", () => {
  test.for(tables.element)("$text reads as the reference reads it", ({ text, result, printed, error }) => {
    if (error === "unknown path element type") {
      expect(parseElement(text)).toBeUndefined();
    } else if (error !== undefined) {
      expect(() => parseElement(text)).toThrow(/fieldsV1 cannot be read/);
    } else {
      const element = parseElement(text)!;
      expect(formatElement(element)).toBe(result);
      expect(formatPathElement(element)).toBe(printed);
    }
  });
});

describe("paths", () => {
  test.for(tables.comparePaths)("$a and $b: $result", ({ a, b, result }) => {
    expect(Math.sign(comparePaths(readPath(a), readPath(b)))).toBe(result);
    expect(Math.sign(comparePaths(readPath(b), readPath(a)))).toBe(0 - result);
  });

  test.for(tables.path)("$path prints as $result", ({ path, result }) => {
    expect(formatFieldPath(readPath(path))).toBe(result);
  });
});

describe("sets", () => {
  test.for(tables.wire)("$text is read and written as by the reference", ({ text, result, error, size }) => {
    if (error !== undefined) {
      expect(() => parseFieldsV1(parseOrNothing(text))).toThrow(/fieldsV1 cannot be read/);
    } else {
      const set = readSet(text);
      expect(JSON.stringify(fieldsV1Of(set))).toBe(result);
      expect(set.size).toBe(size);
      expect(set.paths()).toHaveLength(set.size);
      expect(set.paths().every((path) => set.has(path))).toBe(true);
    }
  });

  test.for(tables.has)("$fields has $path: $result", ({ fields, path, result }) => {
    expect(readSet(fields).has(readPath(path))).toBe(result);
  });

  test.for(tables.sets)("$operation of $a and $b", ({ operation, a, b, result }) => {
    const combined = operations[operation](readSet(a), readSet(b));
    expect(writeSet(combined)).toBe(result);
    expect(combined.equals(readSet(result))).toBe(true);
  });

  test.for(tables.matches)("$patterns of $fields", ({ patterns, fields, result }) => {
    expect(writeSet(includeFields(...readPatterns(patterns))(readSet(fields)))).toBe(result);
  });

  test.for(tables.setString)("$fields prints one path a line", ({ fields, result }) => {
    expect(readSet(fields).toString()).toBe(result);
  });
});

/** A text that is no JSON cannot be in an object; what is no set stands for it. */
function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return "no JSON";
  }
}
