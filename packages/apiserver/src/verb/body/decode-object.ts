import { badRequestError, formatApiVersion, type GroupVersionKind, stringifyJson } from "@kubewright/api";
import { duplicateFields } from "../../codec/body-details.ts";
import {
  kindOfBody,
  misplacedKindError,
  strictDecodingError,
  undecodableError,
  unrecognizedError,
  withExpectedKind,
} from "../../codec/body-kind.ts";
import { BodyError, DecodeError } from "../../codec/decode-error.ts";
import { decodeObject as decodeType } from "../../codec/decode-object.ts";
import type { TypeGraph } from "../../codec/type-graph.ts";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { ApiObject } from "../../resource-object.ts";
import type { Endpoint } from "../write/endpoint.ts";
import { reportProblems } from "./field-problems.ts";

/**
 * The object that a body says, with defaults: a new one at each call.
 *
 * Tells the client of fields that are unknown or there twice. Throws the 400 StatusError for a body that is no such object.
 */
export function decodeObject(
  state: ServerState,
  endpoint: Endpoint,
  body: unknown,
  context: RequestContext,
): ApiObject {
  const said = readKind(endpoint, body);
  const found = isCustomKind(endpoint) ? said : withExpectedKind(said, endpoint.gvk);
  try {
    if (!isCustomKind(endpoint)) checkKind(state.graph, found, endpoint.gvk, body);
    const { object, problems } = decodeValue(endpoint, body ?? {});
    reportProblems(problems, context, (all) => strictDecodingError(found, endpoint.kind, all));
    if (!isCustomKind(endpoint)) return object;
    checkVersion(formatApiVersion(found), endpoint.apiVersion);
    // Another kind is refused only when the object is validated.
    object.kind = found.kind;
    return object;
  } catch (error) {
    throw error instanceof DecodeError ? undecodableError(found, endpoint.kind, error.message) : error;
  }
}

/** The object that a value says, and what is not right with it. Throws DecodeError. */
export function decodeValue(endpoint: Endpoint, value: unknown): { object: ApiObject; problems: readonly string[] } {
  const { object, problems } = endpoint.codec.decode(value);
  object.apiVersion = endpoint.apiVersion;
  object.kind = endpoint.kind;
  object.metadata ??= { name: "" };
  // Built-in kinds tell of repeated fields where they find them, custom ones first of all.
  return { object, problems: isCustomKind(endpoint) ? [...duplicateFields(value), ...problems] : problems };
}

/** Throws the 400 StatusError for a built-in kind in the place of another, and before that a DecodeError if it is no good one. */
export function checkKind(graph: TypeGraph, found: GroupVersionKind, expected: GroupVersionKind, value: unknown): void {
  const misplaced = misplacedKindError(found, expected, graph);
  if (misplaced === undefined) return;
  const type = graph.kind(found.group, found.version, found.kind);
  if (type !== undefined) decodeType(value, type);
  throw misplaced;
}

/** Whether what is sent is of a custom kind, and not a Scale. */
export function isCustomKind({ resource, gvk }: Endpoint): boolean {
  return resource.isCustom && gvk.group === resource.group;
}

function readKind(endpoint: Endpoint, body: unknown): GroupVersionKind {
  try {
    const said = kindOfBody(body);
    if (said.kind === "" && isCustomKind(endpoint)) {
      throw new BodyError(`Object 'Kind' is missing in '${stringifyJson(body)}'`);
    }
    return said;
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    throw unrecognizedError(endpoint.kind, error.message, Buffer.from(stringifyJson(body)));
  }
}

function checkVersion(apiVersion: string, expected: string): void {
  if (apiVersion === expected) return;
  throw badRequestError(
    `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
  );
}
