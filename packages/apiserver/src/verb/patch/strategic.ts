import { ApiError, badRequestError, type StatusError } from "@kubewright/api";
import {
  compareBytes,
  consumeStrategicMergePatch,
  formatGoValue,
  jsonTypeName,
  plainFailure,
} from "@kubewright/api/server";
import { DecodeError } from "../../codec/decode-error.ts";
import type { GoStruct } from "../../codec/go-type.ts";
import { restoreError } from "../../codec/restore-error.ts";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ApiObject } from "../../resource-object.ts";
import { decodeValue } from "../body/decode-object.ts";
import { reportProblems, strictText } from "../body/field-problems.ts";
import type { Endpoint } from "../write/endpoint.ts";
import { readPatch } from "./read-patch.ts";
import { inapplicablePatch, invalidPatch } from "./refused-patch.ts";

/** Reads a strategic merge patch, and gives the object that it makes of another. Throws a 400, 422 or 500 StatusError. */
export function strategicPatcher(
  endpoint: Endpoint,
  text: string,
  context: RequestContext,
): (live: ApiObject) => ApiObject {
  const { value, problems } = readPatch(text, "json", "");
  const patch = value ?? {};
  if (typeof patch !== "object" || Array.isArray(patch)) {
    throw badRequestError(
      `json: cannot unmarshal ${jsonTypeName(patch)} into Go value of type map[string]interface {}`,
    );
  }
  return (live) => {
    const { result, leftover } = merge(live, patch, endpoint);
    try {
      const decoded = decodeValue(endpoint, result);
      const unknown = [...decoded.problems].sort(compareBytes);
      reportProblems([...problems, ...unknown], context, (all) =>
        invalidPatch(formatGoValue(leftover), strictText(all)),
      );
      return decoded.object;
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      throw invalidPatch(formatGoValue(leftover), restoreError(result, endpoint.type as GoStruct) ?? error.message);
    }
  };
}

function merge(live: ApiObject, patch: object, endpoint: Endpoint): ReturnType<typeof consumeStrategicMergePatch> {
  try {
    return consumeStrategicMergePatch(live as object, patch, endpoint.type);
  } catch (error) {
    throw error instanceof ApiError ? refusalOf(error) : error;
  }
}

function refusalOf({ code, detail }: ApiError): StatusError {
  if (code === "INVALID_PATCH") return badRequestError(detail ?? "");
  if (code === "PATCH_CONFLICT") return inapplicablePatch();
  return plainFailure(detail ?? "This request caused apiserver to panic. Look in the logs for details.");
}
