import { statusErrorOf, stringifyJson } from "@kubewright/api";
import { compareBytes, orderMembers, type ValueType } from "@kubewright/api/server";
import { kindOfBody, withExpectedKind } from "../../codec/body-kind.ts";
import { BodyError, DecodeError } from "../../codec/decode-error.ts";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { ApiObject } from "../../resource-object.ts";
import { checkKind, decodeValue, isCustomKind } from "../body/decode-object.ts";
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
  const print = (): string => printPatched(patched, endpoint);
  try {
    checkPatchedKind(state, endpoint, patched.value);
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
function checkPatchedKind(state: ServerState, endpoint: Endpoint, value: unknown): void {
  const said = kindOfBody(value);
  if (isCustomKind(endpoint)) {
    if (said.kind === "") throw new DecodeError(`Object 'Kind' is missing in '${stringifyJson(orderMembers(value))}'`);
    return;
  }
  try {
    checkKind(state.graph, withExpectedKind(said, endpoint.gvk), endpoint.gvk, value);
  } catch (error) {
    const [, because] = statusErrorOf(error)?.message.split(` cannot be handled as a ${endpoint.kind}: `, 2) ?? [];
    throw because === undefined ? error : new DecodeError(because);
  }
}

/**
 * The text of what a patch made, as the reference has it.
 *
 * Objects that the patch looked into have their members in alphabetical order, those of custom kinds all do; others have them as the type has.
 */
function printPatched({ value, touched }: PatchedValue, endpoint: Endpoint): string {
  return stringifyJson(isCustomKind(endpoint) ? orderMembers(value) : ordered(value, endpoint.type, touched));
}

function ordered(value: unknown, type: ValueType | undefined, touched: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const along = (typeof touched === "object" && touched !== null ? touched : undefined) as
    | Record<string, unknown>
    | undefined;
  const touchedAt = (key: string): unknown =>
    along !== undefined && Object.hasOwn(along, key) ? along[key] : undefined;
  if (Array.isArray(value)) {
    const element = type?.shape === "list" ? type.element : undefined;
    return value.map((item, index) => ordered(item, element, touchedAt(String(index))));
  }
  const typeAt = (key: string): ValueType | undefined => {
    if (type?.shape === "struct") return type.fields.get(key)?.type ?? type.element;
    return type?.shape === "map" ? type.element : undefined;
  };
  const names = type?.shape === "struct" && along === undefined ? [...type.fields.keys()] : undefined;
  const members = Object.entries(value).sort(([a], [b]) =>
    names === undefined ? compareBytes(a, b) : names.indexOf(a) - names.indexOf(b),
  );
  return Object.fromEntries(members.map(([key, member]) => [key, ordered(member, typeAt(key), touchedAt(key))]));
}
