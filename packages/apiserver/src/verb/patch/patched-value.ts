import { stringifyJson } from "@kubewright/api";
import { compareBytes } from "@kubewright/api/server";
import { kindOfBody, misplacedKindError, withExpectedKind } from "../../codec/body-kind.ts";
import { BodyError, DecodeError } from "../../codec/decode-error.ts";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { ApiObject } from "../../resource-object.ts";
import { decodeValue, isCustomKind } from "../body/decode-object.ts";
import { reportProblems, strictText } from "../body/field-problems.ts";
import type { Endpoint } from "../write/endpoint.ts";
import { invalidPatch } from "./refused-patch.ts";

/** What a JSON patch or merge patch makes of an object. */
export interface PatchedValue {
  readonly value: unknown;
  /** What is wrong with the patch itself. */
  readonly problems: readonly string[];
  /** The members, and theirs, of the objects that the patch looked into. */
  readonly touched: Readonly<Record<string, unknown>>;
}

/** The object that a patched value is. Throws the 422 StatusError for one that is none. */
export function decodePatched(
  state: ServerState,
  endpoint: Endpoint,
  patched: PatchedValue,
  context: RequestContext,
): ApiObject {
  const print = (): string => printPatched(patched, isCustomKind(endpoint));
  try {
    checkKind(state, endpoint, patched.value);
    const { object, problems } = decodeValue(endpoint, patched.value);
    reportProblems([...patched.problems, ...problems], context, (all) => invalidPatch(print(), strictText(all)));
    if (isCustomKind(endpoint)) {
      // Another kind is refused only when the object is validated.
      const { apiVersion, kind } = patched.value as ApiObject;
      if (typeof apiVersion === "string") object.apiVersion = apiVersion;
      if (typeof kind === "string") object.kind = kind;
    }
    return object;
  } catch (error) {
    if (error instanceof DecodeError || error instanceof BodyError) throw invalidPatch(print(), error.message);
    throw error;
  }
}

/** Throws a DecodeError when the patch made another built-in kind, or none, of the object. */
function checkKind(state: ServerState, endpoint: Endpoint, value: unknown): void {
  const said = kindOfBody(value);
  if (isCustomKind(endpoint)) {
    if (said.kind === "") throw new DecodeError(`Object 'Kind' is missing in '${stringifyJson(sorted(value, true))}'`);
    return;
  }
  const found = withExpectedKind(said, endpoint.gvk);
  const misplaced = misplacedKindError(found, endpoint.gvk, state.graph);
  if (misplaced === undefined) return;
  const [, because] = misplaced.message.split(` cannot be handled as a ${endpoint.kind}: `, 2);
  if (because !== undefined) throw new DecodeError(because);
}

/** The reference prints the objects it looked into with their members in order, and others as they were. */
function printPatched({ value, touched }: PatchedValue, isCustom: boolean): string {
  return stringifyJson(sorted(value, isCustom ? true : touched));
}

function sorted(value: unknown, touched: unknown): unknown {
  if (typeof value !== "object" || value === null || typeof touched !== "object" || touched === null) {
    return touched === true ? sortedDeep(value) : value;
  }
  const along = touched as Record<string, unknown>;
  const at = (key: string): unknown => (Object.hasOwn(along, key) ? along[key] : undefined);
  if (Array.isArray(value)) return value.map((item, index) => sorted(item, at(String(index))));
  const members = Object.entries(value).sort(([a], [b]) => compareBytes(a, b));
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member, at(key))]));
}

function sortedDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedDeep);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => compareBytes(a, b));
  return Object.fromEntries(members.map(([key, member]) => [key, sortedDeep(member)]));
}
