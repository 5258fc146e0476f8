import { ApiError, parseJson } from "@kubewright/api";
import { attachDetails } from "./body-details.ts";
import { BodyError } from "./decode-error.ts";
import { describeSyntaxError, maxDepth } from "./json-syntax-error.ts";
import { parseExactJson } from "./text/exact-json.ts";
import { countMembers, inspectJson } from "./text/inspect-json.ts";
import { utf8Text } from "./text/utf8-text.ts";
import { parseYamlBody } from "./text/yaml-body.ts";

/** In what a body is written. */
export type BodyFormat = "json" | "yaml";

/**
 * The value that a body stands for.
 *
 * What the value cannot say, repeated keys and how numbers are written, is remembered with it for `decodeObject` and
 * `duplicateFields`. Throws BodyError for what cannot be read.
 */
export function parseBody(bytes: Uint8Array, format: BodyFormat): unknown {
  const text = utf8Text(bytes);
  if (format === "json") return parseJsonBody(text, bytes);
  if (/^\s*\{/.test(text)) {
    const value = jsonIfPlain(text);
    if (value !== undefined) return value;
  }
  return parseYamlBody(text);
}

function parseJsonBody(text: string, bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw syntaxError(describeSyntaxError(bytes) ?? "exceeded max depth", error);
  }
  const inspection = inspectJson(text);
  if (inspection.depth > maxDepth) throw syntaxError(describeSyntaxError(bytes) ?? "exceeded max depth");
  if (typeof value !== "object" || value === null) return value;
  try {
    if (inspection.hasFractions || inspection.members !== countMembers(value))
      attachDetails(value, parseExactJson(text));
  } catch (error) {
    if (error instanceof RangeError) throw syntaxError("exceeded max depth", error);
    throw error;
  }
  return value;
}

/** JSON is YAML, and most of what is sent as YAML is JSON. */
function jsonIfPlain(text: string): unknown {
  try {
    const value = parseJson(text);
    const inspection = inspectJson(text);
    return inspection.depth <= maxDepth && inspection.members === countMembers(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function syntaxError(text: string, cause?: unknown): BodyError {
  return new BodyError(`couldn't get version/kind; json parse error: ${text}`, { cause });
}
