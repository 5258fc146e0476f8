import { badRequestError, type StatusError } from "@kubewright/api";
import type { FieldManager } from "@kubewright/api/server";
import { jsonTypeName, plainFailure } from "@kubewright/api/server";
import { undecodableError } from "../../codec/body-kind.ts";
import { DecodeError } from "../../codec/decode-error.ts";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ApiObject } from "../../resource-object.ts";
import { decodeValue, isCustomKind } from "../body/decode-object.ts";
import { reportProblems } from "../body/field-problems.ts";
import type { Endpoint } from "../write/endpoint.ts";
import { readPatch } from "./read-patch.ts";

/** How something is applied. */
export interface Applying {
  readonly endpoint: Endpoint;
  readonly manager: FieldManager;
  readonly force: boolean;
  readonly context: RequestContext;
}

/** Reads what is applied, and gives the object that it makes of another, or of nothing. Throws StatusErrors. */
export function applyPatcher(text: string, applying: Applying): (live: ApiObject | undefined) => ApiObject {
  const { endpoint, manager, force, context } = applying;
  const { value, problems } = readPatch(text, "yaml", "error decoding YAML: error converting YAML to JSON: ");
  const patch = value ?? {};
  if (typeof patch !== "object" || Array.isArray(patch)) {
    throw badRequestError(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonTypeName(patch)} into Go value of type map[string]interface {}`,
    );
  }
  return (live) => {
    const options = { manager: context.fieldManager, now: context.clock.now(), force };
    const applied = manager.apply(live, patch as Record<string, unknown>, options);
    const found = problems.map((problem) => `error converting YAML to JSON: ${problem}`);
    reportProblems(found, context, ([first]) => badRequestError(`error strict decoding YAML: ${first}`));
    if (endpoint.resource.isCustom && !isCustomKind(endpoint)) throw unconvertible(endpoint, applied as ApiObject);
    try {
      return decodeValue(endpoint, applied).object;
    } catch (error) {
      throw error instanceof DecodeError ? undecodableError(endpoint.gvk, endpoint.kind, error.message) : error;
    }
  };
}

/** The reference takes the Scale of a custom resource for one of its versions, and cannot apply it. */
function unconvertible({ apiVersion, kind }: Endpoint, { metadata }: ApiObject): StatusError {
  const subject = `${metadata.namespace ?? ""}/${metadata.name}; ${apiVersion}, Kind=${kind}`;
  const because = `request to convert CR to an invalid group/version: ${apiVersion}`;
  return plainFailure(`failed to convert new object (${subject}) to proper version: ${because}`);
}
