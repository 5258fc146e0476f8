import type { JsonObject } from "../json/own-member.ts";
import type { StatusCause } from "../status/status.ts";
import { type CheckNode, checkNodeOf } from "./validate/check-node.ts";
import { checkCorrelated, checkValue } from "./validate/check-value.ts";
import { Correlation } from "./validate/correlation.ts";
import type { Failure } from "./validate/failure.ts";

/** How a value is checked. */
export interface ValidateOptions {
  /** Where the value is in its object, as `status`; absent for the object itself. */
  readonly path?: string | undefined;
  /** What the value replaces. Parts that are as they were never fail. */
  readonly oldValue?: unknown;
}

/**
 * Checks values against an `openAPIV3Schema`: types, required members, limits, patterns, formats, combinations.
 *
 * Made once per schema; checking is cheap. CEL rules are not evaluated. Patterns that Go would refuse match nothing.
 */
export class SchemaValidator {
  readonly #root: CheckNode;

  constructor(source: JsonObject) {
    this.#root = checkNodeOf(source);
  }

  /** What is wrong with a value, in the server's words and order; members in the order of their names, for which the server has none. */
  validate(value: unknown, options: ValidateOptions = {}): StatusCause[] {
    let failures: Failure[] = [];
    checkValue(this.#root, value, "", undefined, failures);
    if (failures.length === 0) return [];
    if (options.oldValue !== undefined) {
      failures = [];
      checkCorrelated(this.#root, new Correlation(this.#root, value, options.oldValue, true), "", failures);
    }
    return causesOf(failures, options.path);
  }
}

function causesOf(failures: readonly Failure[], root: string | undefined): StatusCause[] {
  const texts = new Set<string>();
  const causes: StatusCause[] = [];
  for (const { path, text, causeAt } of failures) {
    if (texts.has(text)) continue;
    texts.add(text);
    const below = path?.replace(/^\./, "") ?? "";
    if (below === "") causes.push(causeAt(root ?? "<nil>"));
    else causes.push(causeAt(root === undefined ? below : `${root}.${below}`));
  }
  return causes;
}
