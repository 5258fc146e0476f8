import { jsonEqual } from "../../json/json-equal.ts";
import { isJsonObject, type JsonObject } from "../../json/own-member.ts";
import { quote } from "../../text/byte-text.ts";
import type { CheckNode, Combination } from "./check-node.ts";
import { checkNumber, isInteger, isNearInteger } from "./check-number.ts";
import type { Correlation } from "./correlation.ts";
import {
  broken,
  brokenAsAWhole,
  brokenWith,
  type Failure,
  missing,
  notInEnum,
  tooLong,
  tooMany,
  wrongType,
} from "./failure.ts";

/**
 * Adds what is wrong with a value, and gives how many checks it passed.
 *
 * The server tells by that number which of several alternatives came nearest. With a `correlation` of this value, members and
 * items that an update left as they were do not fail.
 */
export function checkValue(
  node: CheckNode,
  value: unknown,
  path: string,
  correlation: Correlation | undefined,
  failures: Failure[],
): number {
  if (value === null || value === undefined) {
    const isAllowed = node.types.length === 0 || node.isNullable || node.types.includes("null");
    if (!isAllowed) failures.push(wrongType(path, node.types.join(","), "null"));
    if (node.enum.length > 0) failures.push(notInEnum(path, null, node.enum));
    return isAllowed ? 1 : 0;
  }
  let passed = 1;
  if (node.types.length > 0 || node.format !== "") passed += checkType(node, value, path, failures) ? 2 : 1;

  passed += 2;
  if (node.combination !== undefined) passed += checkCombination(node.combination, value, path, failures);

  if (typeof value === "string") {
    passed++;
    checkText(node, value, path, failures);
    if (node.stringFormat !== undefined) {
      passed++;
      if (!node.stringFormat(value)) failures.push(wrongType(path, node.format, value));
    }
  } else if (typeof value === "number" || typeof value === "bigint") {
    passed += 2;
    if (node.number !== undefined) checkNumber(node.number, value, path, failures);
  } else if (Array.isArray(value)) {
    passed += 2 + checkItems(node, value, path, correlation, failures);
  }

  passed++;
  if (node.enum.length > 0 && !node.enum.some((item) => isEnumValue(value, item))) {
    failures.push(notInEnum(path, value, node.enum));
  }

  if (isJsonObject(value)) passed += 1 + checkMembers(node, value, path, correlation, failures);
  return passed;
}

/** As `checkValue`, for a value with an old one: it does not fail when it is as it was. */
export function checkCorrelated(node: CheckNode, correlation: Correlation, path: string, failures: Failure[]): number {
  const before = failures.length;
  const passed = checkValue(node, correlation.value, path, correlation, failures);
  if (failures.length > before && correlation.isUnchanged) failures.length = before;
  return passed;
}

function checkType(node: CheckNode, value: unknown, path: string, failures: Failure[]): boolean {
  const { types, format } = node;
  const type = typeOf(value);
  const isTextOrList = type === "string" || type === "array";
  const isNumeric = types.includes("integer") || types.includes("number");
  const fits =
    types.includes(type) ||
    (type === "integer" && types.includes("number")) ||
    (type === "number" && types.includes("integer") && isNearInteger(Number(value)));
  if (format !== "" && !isTextOrList && !fits) {
    failures.push(wrongType(path, format, type === "integer" ? "int64" : type === "number" ? "float64" : ""));
    return false;
  }
  if (fits || (format !== "" && isTextOrList && !isNumeric)) return true;
  failures.push(wrongType(path, types.join(","), type));
  return false;
}

function typeOf(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return isInteger(value) ? "integer" : "number";
  if (Array.isArray(value)) return "array";
  return typeof value === "object" ? "object" : typeof value;
}

function checkText(node: CheckNode, text: string, path: string, failures: Failure[]): void {
  const { maxLength, minLength, expression } = node;
  if (maxLength !== undefined && text.length > maxLength && runeCount(text) > maxLength) {
    failures.push(tooLong(path, maxLength));
  } else if (minLength !== undefined && runeCount(text) < minLength) {
    failures.push(broken(path, `should be at least ${minLength} chars long`, text));
  } else if (expression !== undefined && !expression.matches(text)) {
    const because = expression.problem === undefined ? "" : `, but pattern is invalid: ${expression.problem}`;
    failures.push(broken(path, `should match '${node.pattern}${because}'`, text));
  }
}

function runeCount(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index++) {
    if (text.codePointAt(index)! > 0xffff) {
      count--;
      index++;
    }
  }
  return count;
}

function checkItems(
  node: CheckNode,
  items: readonly unknown[],
  path: string,
  correlation: Correlation | undefined,
  failures: Failure[],
): number {
  let passed = 0;
  const { items: itemNode, minItems, maxItems } = node;
  if (itemNode !== undefined) {
    for (let index = 0; index < items.length; index++) {
      const item = correlation?.item(index);
      passed +=
        item === undefined
          ? checkValue(itemNode, items[index], `${path}[${index}]`, undefined, failures)
          : checkCorrelated(itemNode, item, `${path}[${index}]`, failures);
    }
  }
  if (minItems !== undefined && items.length < minItems) {
    failures.push(broken(path, `should have at least ${minItems} items`, items.length));
  }
  if (maxItems !== undefined && items.length > maxItems) {
    failures.push(tooMany(path, items.length, maxItems, "items"));
  }
  if (
    node.hasUniqueItems &&
    items.some((item, index) => items.slice(0, index).some((other) => jsonEqual(item, other)))
  ) {
    failures.push(broken(path, "shouldn't contain duplicates", undefined));
  }
  return passed;
}

function checkMembers(
  node: CheckNode,
  object: JsonObject,
  path: string,
  correlation: Correlation | undefined,
  failures: Failure[],
): number {
  let passed = 0;
  const { properties, additionalProperties, minProperties, maxProperties } = node;
  if (minProperties !== undefined || maxProperties !== undefined) {
    const count = Object.keys(object).length;
    if (minProperties !== undefined && count < minProperties) {
      failures.push(broken(path, `should have at least ${minProperties} properties`, count));
    }
    if (maxProperties !== undefined && count > maxProperties) {
      failures.push(tooMany(path, count, maxProperties, "properties"));
    }
  }
  if (additionalProperties !== undefined && additionalProperties !== true) {
    for (const name of Object.keys(object)) {
      if (properties.has(name)) continue;
      if (additionalProperties === false) {
        failures.push(brokenWith(path, `${path}.${name} in body is a forbidden property`, name));
      } else passed += checkMember(additionalProperties, object, name, `${path}.${name}`, correlation, failures);
    }
  }
  for (const [name, property] of properties) {
    if (!Object.hasOwn(object, name)) continue;
    passed += checkMember(property, object, name, path === "" ? name : `${path}.${name}`, correlation, failures);
  }
  for (const name of node.required) {
    if (!Object.hasOwn(object, name)) failures.push(missing(`${path}.${name}`));
  }
  return passed;
}

function checkMember(
  node: CheckNode,
  object: JsonObject,
  name: string,
  path: string,
  correlation: Correlation | undefined,
  failures: Failure[],
): number {
  const member = correlation?.member(name);
  // Conversion has given the old and the new object the same apiVersion and kind: nothing can be told from them.
  const isTypeOfRoot = correlation?.isRoot === true && (name === "kind" || name === "apiVersion");
  return member === undefined || isTypeOfRoot
    ? checkValue(node, object[name], path, undefined, failures)
    : checkCorrelated(node, member, path, failures);
}

/** What was as it is does not matter here: below a combination everything is checked. */
function checkCombination(
  { allOf, anyOf, oneOf, not }: Combination,
  value: unknown,
  path: string,
  failures: Failure[],
): number {
  let passed = 0;
  if (anyOf.length > 0) {
    const results = attempt(anyOf, value, path, true);
    if (results.valid === 0) failures.push(brokenAsAWhole(`${quote(path)} must validate at least one schema (anyOf)`));
    failures.push(...results.nearest.failures);
    passed += results.nearest.passed;
  }
  if (oneOf.length > 0) {
    const results = attempt(oneOf, value, path, false);
    if (results.valid === 1) passed += results.nearest.passed;
    else {
      const found = results.valid === 0 ? "Found none valid" : `Found ${results.valid} valid alternatives`;
      failures.push(brokenAsAWhole(`${quote(path)} must validate one and only one schema (oneOf). ${found}`));
      if (results.valid === 0) {
        failures.push(...results.nearest.failures);
        passed += results.nearest.passed;
      }
    }
  }
  if (allOf.length > 0) {
    let valid = 0;
    for (const clause of allOf) {
      const before = failures.length;
      passed += checkValue(clause, value, path, undefined, failures);
      if (failures.length === before) valid++;
    }
    if (valid !== allOf.length) {
      const none = valid === 0 ? ". None validated" : "";
      failures.push(brokenAsAWhole(`${quote(path)} must validate all the schemas (allOf)${none}`));
    }
  }
  if (not !== undefined) {
    const found: Failure[] = [];
    checkValue(not, value, path, undefined, found);
    if (found.length === 0) failures.push(brokenAsAWhole(`${quote(path)} must not validate the schema (not)`));
  }
  return passed;
}

interface Attempt {
  readonly passed: number;
  readonly failures: readonly Failure[];
}

/** How many alternatives hold, and the first that does, or else the one that passed most checks. */
function attempt(
  alternatives: readonly CheckNode[],
  value: unknown,
  path: string,
  stopsAtFirst: boolean,
): { valid: number; nearest: Attempt } {
  let valid = 0;
  let nearest: Attempt | undefined;
  for (const alternative of alternatives) {
    const failures: Failure[] = [];
    const passed = checkValue(alternative, value, path, undefined, failures);
    if (failures.length === 0) {
      if (valid === 0) nearest = { passed, failures };
      valid++;
      if (stopsAtFirst) break;
    } else if (valid === 0 && (nearest === undefined || passed > nearest.passed)) {
      nearest = { passed, failures };
    }
  }
  return { valid, nearest: nearest! };
}

/** Numbers of enums that are integers match every number with that integer part, as Go converts them. */
function isEnumValue(value: unknown, allowed: unknown): boolean {
  if (allowed === null) return false;
  if (typeof value === "number" && typeof allowed === "number" && Number.isSafeInteger(allowed)) {
    return Math.trunc(value) === allowed;
  }
  return jsonEqual(value, allowed);
}
