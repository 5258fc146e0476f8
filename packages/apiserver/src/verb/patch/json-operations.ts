import {
  ApiError,
  applyJsonPatch,
  badRequestError,
  type JsonPatchOperation,
  requestEntityTooLargeError,
} from "@kubewright/api";
import { jsonTypeName, serverJsonPatchLimits, setOwnMember } from "@kubewright/api/server";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ApiObject } from "../../resource-object.ts";
import type { PatchedValue } from "./patched-value.ts";
import { readPatch } from "./read-patch.ts";
import { inapplicablePatch } from "./refused-patch.ts";

/** Reads a JSON patch, and gives what it makes of an object. Throws a 400, 413 or 422 StatusError. */
export function jsonPatcher(text: string, context: RequestContext): (live: ApiObject) => PatchedValue {
  const isChecked = context.fieldValidation !== "Ignore";
  const { value, problems } = readPatch(text, "json", isChecked ? "error decoding patch: " : "");
  const operations = value ?? [];
  if (isChecked) checkOperations(operations);
  else checkList(operations);
  const patch = operations as JsonPatchOperation[];
  const found = isChecked ? operationProblems(patch, problems) : [];
  return (live) => ({ value: apply(live, patch), problems: found, touched: touchedBy(patch) });
}

function apply(live: ApiObject, patch: readonly JsonPatchOperation[]): unknown {
  try {
    return applyJsonPatch(live, patch, serverJsonPatchLimits);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "PATCH_TOO_LARGE") throw requestEntityTooLargeError(error.detail ?? error.message);
    throw inapplicablePatch();
  }
}

const names = ["op", "path", "from", "value"];

function checkOperations(value: unknown): void {
  if (!Array.isArray(value)) throw mistyped(value, "Go value of type []handlers.jsonPatchOp");
  for (const operation of value) {
    if (operation === null) continue;
    if (typeof operation !== "object" || Array.isArray(operation)) {
      throw mistyped(operation, "Go value of type handlers.jsonPatchOp");
    }
    for (const name of ["op", "path", "from"]) {
      const text = (operation as Record<string, unknown>)[name] ?? "";
      if (typeof text !== "string") throw mistyped(text, `Go struct field jsonPatchOp.${name} of type string`);
    }
  }
}

function mistyped(value: unknown, target: string): Error {
  return badRequestError(`error decoding patch: json: cannot unmarshal ${jsonTypeName(value)} into ${target}`);
}

function checkList(value: unknown): void {
  const problem = "json: cannot unmarshal";
  if (!Array.isArray(value)) {
    throw badRequestError(`${problem} ${jsonTypeName(value)} into Go value of type jsonpatch.Patch`);
  }
  const odd = value.find((item) => item !== null && (typeof item !== "object" || Array.isArray(item)));
  if (odd !== undefined) {
    throw badRequestError(`${problem} ${jsonTypeName(odd)} into Go value of type jsonpatch.Operation`);
  }
}

/** Members that operations do not have, or have twice, operation by operation. */
function operationProblems(patch: readonly JsonPatchOperation[], duplicates: readonly string[]): string[] {
  const byOperation = new Map<number, string[]>();
  const note = (index: number, problem: string): void => {
    const problems = byOperation.get(index);
    if (problems === undefined) byOperation.set(index, [`json patch ${problem}`]);
    else problems.push(`json patch ${problem}`);
  };
  for (const [index, operation] of patch.entries()) {
    for (const name of Object.keys(operation ?? {})) {
      if (!names.includes(name)) note(index, `unknown field "[${index}].${name}"`);
    }
  }
  for (const duplicate of duplicates) note(Number(/\[(\d+)\]/.exec(duplicate)?.[1] ?? 0), duplicate);
  return [...byOperation.keys()].sort((a, b) => a - b).flatMap((index) => byOperation.get(index)!);
}

/** The objects on the way to what is patched. */
function touchedBy(patch: readonly JsonPatchOperation[]): Record<string, unknown> {
  const touched: Record<string, unknown> = {};
  for (const operation of patch) {
    let level = touched;
    for (const token of String(operation?.path ?? "")
      .split("/")
      .slice(1, -1)) {
      const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
      const next = Object.hasOwn(level, name) ? level[name] : undefined;
      const inner = (next as Record<string, unknown> | undefined) ?? {};
      setOwnMember(level, name, inner);
      level = inner;
    }
  }
  return touched;
}
