import { isJsonObject, type JsonObject } from "../../json/own-member.ts";
import { formatGoSyntax, formatGoValue, goTypeOf } from "../../text/go-text.ts";
import type { ListType, MapType, ScalarType, StructType, ValueType } from "../../value/value-type.ts";
import { formatPathElement, type PathElement } from "../field/path-element.ts";
import { concreteType, memberType } from "./concrete-type.ts";
import { itemIdentity, listItemElement } from "./list-item.ts";

/** How a value breaks its type. */
export interface ValueProblem {
  /** Where: `.spec.replicas`, or empty for the value itself. */
  readonly path: string;
  /** What, in the reference's words. */
  readonly message: string;
}

/** What is taken that is not quite valid. */
export interface ValidateOptions {
  /** Whether items of sets and of lists with keys may repeat. @default false */
  readonly allowDuplicates?: boolean;
}

/** All the ways in which `value` is not of the type. Empty when it is. */
export function validateValue(type: ValueType, value: unknown, options: ValidateOptions = {}): ValueProblem[] {
  const validator = new Validator(options.allowDuplicates ?? false);
  validator.visit(type, value);
  return validator.problems;
}

/** The problems as one text. */
export function formatProblems(problems: readonly ValueProblem[]): string {
  const texts = problems.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  return texts.length === 1 ? texts[0]! : ["errors:", ...texts.map((text) => `  ${text}`)].join("\n");
}

class Validator {
  readonly problems: ValueProblem[] = [];
  readonly #allowDuplicates: boolean;
  /** From the root to the value that is looked at. */
  readonly #path: PathElement[] = [];

  constructor(allowDuplicates: boolean) {
    this.#allowDuplicates = allowDuplicates;
  }

  visit(type: ValueType, value: unknown): void {
    if (value === null || value === undefined) return;
    const concrete = concreteType(type, value);
    if (concrete.shape === "scalar") {
      const expected = expectationOf(concrete, value);
      if (expected !== undefined) this.#report(expected);
    } else if (concrete.shape === "list") {
      if (Array.isArray(value)) this.#list(concrete, value);
      else this.#report(`expected list, got &{${formatGoValue(value)}}`);
    } else {
      if (isJsonObject(value)) this.#object(concrete, value);
      else this.#report(`expected map, got &{${formatGoValue(value)}}`);
    }
  }

  #list(type: ListType, items: readonly unknown[]): void {
    if (type.listType === "atomic") {
      for (let index = 0; index < items.length; index++) this.#descend({ index }, type.element, items[index]);
      return;
    }
    const seen = this.#allowDuplicates ? undefined : new Set<string>();
    for (let index = 0; index < items.length; index++) {
      const result = listItemElement(type, items[index]);
      if ("problem" in result) {
        this.#report(`element ${index}: ${result.problem}`);
        // The reference looks no further.
        return;
      }
      if (seen !== undefined) {
        const identity = itemIdentity(result.element);
        if (seen.has(identity)) this.#report(`duplicate entries for key ${formatPathElement(result.element, String)}`);
        seen.add(identity);
      }
      this.#descend(result.element, type.element, items[index]);
    }
  }

  #object(type: StructType | MapType, object: JsonObject): void {
    for (const name of Object.keys(object)) {
      const member = object[name];
      if (member === undefined) continue;
      const expected = memberType(type, name);
      if (expected === undefined) {
        this.#path.push(name);
        this.#report("field not declared in schema");
        this.#path.pop();
        return;
      }
      this.#descend(name, expected, member);
    }
  }

  #descend(element: PathElement, type: ValueType, value: unknown): void {
    this.#path.push(element);
    this.visit(type, value);
    this.#path.pop();
  }

  #report(message: string): void {
    this.problems.push({ path: this.#path.map((element) => formatPathElement(element, String)).join(""), message });
  }
}

/** What should be there instead of `value`; undefined when that is right. */
function expectationOf({ scalar }: ScalarType, value: unknown): string | undefined {
  const found = typeof value;
  switch (scalar) {
    case "number":
      if (found === "number" || found === "bigint") return undefined;
      return `expected numeric (int or float), got ${goTypeOf(value)}`;
    case "string":
      if (found === "string") return undefined;
      return `expected string, got &value.valueUnstructured{Value:${formatGoSyntax(value)}}`;
    case "boolean":
      return found === "boolean" ? undefined : `expected boolean, got &{${formatGoValue(value)}}`;
    default:
      return found !== "object" ? undefined : `expected any scalar, got &{${formatGoValue(value)}}`;
  }
}
