import { isJsonObject, type JsonObject } from "../../json/own-member.ts";
import type { ListType, MapType, ScalarType, StructType, ValueType } from "../../value/value-type.ts";
import { formatPathElement, type PathElement } from "../field/path-element.ts";
import { concreteType, memberType } from "./concrete-type.ts";
import { formatGoSyntax, formatGoType, formatGoValue } from "./go-value.ts";
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
    const concrete = concreteType(type, value);
    switch (concrete.shape) {
      case "scalar":
        return this.#scalar(concrete, value);
      case "list":
        return this.#list(concrete, value);
      default:
        return this.#object(concrete, value);
    }
  }

  #scalar(type: ScalarType, value: unknown): void {
    if (value === null || value === undefined) return;
    const found = typeof value;
    switch (type.scalar) {
      case "number":
        if (found === "number" || found === "bigint") return;
        return this.#report(`expected numeric (int or float), got ${formatGoType(value)}`);
      case "string":
        if (found === "string") return;
        return this.#report(`expected string, got &value.valueUnstructured{Value:${formatGoSyntax(value)}}`);
      case "boolean":
        if (found === "boolean") return;
        return this.#report(`expected boolean, got &{${formatGoValue(value)}}`);
      default:
        if (found !== "object") return;
        return this.#report(`expected any scalar, got &{${formatGoValue(value)}}`);
    }
  }

  #list(type: ListType, value: unknown): void {
    if (value === null || value === undefined) return;
    if (!Array.isArray(value)) return this.#report(`expected list, got &{${formatGoValue(value)}}`);
    if (type.listType === "atomic") {
      for (let index = 0; index < value.length; index++) this.#descend({ index }, type.element, value[index]);
      return;
    }
    const seen = this.#allowDuplicates ? undefined : new Set<string>();
    for (let index = 0; index < value.length; index++) {
      const result = listItemElement(type, value[index]);
      // What follows cannot be named without an element.
      if ("problem" in result) return this.#report(`element ${index}: ${result.problem}`);
      if (seen !== undefined) {
        const identity = itemIdentity(result.element);
        if (seen.has(identity)) this.#report(`duplicate entries for key ${formatPathElement(result.element)}`);
        seen.add(identity);
      }
      this.#descend(result.element, type.element, value[index]);
    }
  }

  #object(type: StructType | MapType, value: unknown): void {
    if (value === null || value === undefined) return;
    if (!isJsonObject(value)) return this.#report(`expected map, got &{${formatGoValue(value)}}`);
    const object: JsonObject = value;
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
    this.problems.push({ path: this.#path.map(formatPathElement).join(""), message });
  }
}
