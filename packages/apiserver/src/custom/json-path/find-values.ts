import { type JsonPath, JsonPathError, type JsonPathStep } from "./json-path-step.ts";

/** What a path leads to from `value`; nothing where members are missing. Throws JsonPathError where it cannot be followed. */
export function findValues(path: JsonPath, value: unknown): unknown[] {
  return follow(path, [value]);
}

function follow(path: JsonPath, values: readonly unknown[]): unknown[] {
  return path.reduce<unknown[]>((found, step) => take(step, found), [...values]);
}

function take(step: JsonPathStep, values: readonly unknown[]): unknown[] {
  switch (step.step) {
    case "member":
      return values.flatMap((value) => (isObject(value) && Object.hasOwn(value, step.name) ? [value[step.name]] : []));
    case "all":
      return values.flatMap(childrenOf);
    case "descendants":
      return descendants(values);
    case "items":
      return values.flatMap((value) => itemsOf(value, step));
    case "filter":
      return values.flatMap((value) => filtered(value, step));
    case "union":
      return step.paths.flatMap((path) => follow(path, values));
    case "literal":
      return typeof step.value === "string" ? [step.value] : values.map(() => step.value);
  }
}

function descendants(values: readonly unknown[]): unknown[] {
  return values.flatMap((value) => {
    const children = childrenOf(value);
    // To the server a text is a list of bytes, which lead nowhere.
    const isText = typeof value === "string" && value !== "";
    return children.length === 0 && !isText ? [] : [value, ...descendants(children)];
  });
}

function itemsOf(value: unknown, { start, end, stride }: JsonPathStep & { step: "items" }): unknown[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) throw new JsonPathError("not an array");
  const first = start === undefined ? 0 : start < 0 ? start + value.length : start;
  const last = endIn(value.length, start ?? 0, end);
  if (first === last) return [];
  if (first < 0 || first >= value.length || last < first || last > value.length) {
    throw new JsonPathError(`array index out of bounds: index ${first}, length ${value.length}`);
  }
  if (stride !== undefined && stride <= 0) throw new JsonPathError("step must be > 0");
  return value.slice(first, last).filter((_, index) => index % (stride ?? 1) === 0);
}

/** Of a single item, the end is the one after it; from the back, the last one's is the end of the list. */
function endIn(length: number, start: number, end: number | "single" | undefined): number {
  if (end === undefined) return length;
  const last = end === "single" ? start + 1 : end;
  return last < 0 || (end === "single" && last === 0) ? last + length : last;
}

function filtered(value: unknown, { left, operator, right }: JsonPathStep & { step: "filter" }): unknown[] {
  if (!Array.isArray(value)) throw new JsonPathError("not an array, and cannot be filtered");
  return value.filter((item) => {
    if (operator === "exists") return exists(left, item);
    const lefts = follow(left, [item]);
    const rights = lefts.length === 0 ? [] : follow(right, [item]);
    if (lefts.length === 0 || rights.length === 0) return false;
    if (lefts.length > 1 || rights.length > 1) throw new JsonPathError("can only compare one element at a time");
    return compare(lefts[0], operator, rights[0]);
  });
}

function exists(path: JsonPath, item: unknown): boolean {
  try {
    return follow(path, [item]).length > 0;
  } catch (error) {
    if (error instanceof JsonPathError) return false;
    throw error;
  }
}

function compare(left: unknown, operator: string, right: unknown): boolean {
  if (kindOf(left) !== kindOf(right)) throw new JsonPathError("incompatible types for comparison");
  const [a, b] = [left as string | number, right as string | number];
  switch (operator) {
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    default:
      throw new JsonPathError(`unrecognized filter operator ${operator}`);
  }
}

/** What can be compared: each kind only with its own. */
function kindOf(value: unknown): string {
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "float";
  if (typeof value === "bigint") return "integer";
  if (typeof value === "string" || typeof value === "boolean") return typeof value;
  throw new JsonPathError("invalid type for comparison");
}

function childrenOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
