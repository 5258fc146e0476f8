import { applyMergePatch, badRequestError } from "@kubewright/api";
import { jsonTypeName } from "@kubewright/api/server";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ApiObject } from "../../resource-object.ts";
import type { PatchedValue } from "./patched-value.ts";
import { type ReadPatch, readPatch } from "./read-patch.ts";
import { invalidPatch } from "./refused-patch.ts";

/** Reads a JSON merge patch, and gives what it makes of an object. Throws a 400 StatusError. */
export function mergePatcher(text: string, context: RequestContext): (live: ApiObject) => PatchedValue {
  const isChecked = context.fieldValidation !== "Ignore";
  const { value, problems } = isChecked ? readPatch(text, "json", "error decoding patch: ") : readUnchecked(text);
  if (value === null) throw badRequestError("Invalid JSON Patch");
  if (typeof value !== "object" || Array.isArray(value))
    throw isChecked ? mistyped(value) : uncheckedProblem(value, text);
  const patch = value as Record<string, unknown>;
  return (live) => ({ value: applyMergePatch(live, patch), problems, touched: patch });
}

function readUnchecked(text: string): ReadPatch {
  try {
    return readPatch(text, "json", "");
  } catch {
    throw badRequestError("Invalid JSON Patch");
  }
}

function mistyped(value: unknown): Error {
  return badRequestError(
    `error decoding patch: json: cannot unmarshal ${jsonTypeName(value)} into Go value of type map[string]interface {}`,
  );
}

/** A list takes the place of the object, and is then no object. */
function uncheckedProblem(value: unknown, text: string): Error {
  if (!Array.isArray(value)) return badRequestError("Invalid JSON Patch");
  return invalidPatch(
    text,
    'couldn\'t get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
  );
}
