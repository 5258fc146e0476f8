import type { StatusError } from "@kubewright/api";
import type { PatchType } from "../../verb/write-request.ts";
import { unsupportedMediaTypeError } from "../media/negotiate.ts";
import { genericError } from "./generic-error.ts";

/**
 * What kind of patch a `Content-Type` names.
 *
 * Throws the 415 StatusError, in words of their own for custom resources, which have no strategic merge patches.
 */
export function patchTypeOf(contentType: string | undefined, isCustom: boolean): PatchType {
  const [name = ""] = (contentType ?? "").split(";");
  const type = patchTypes.get(isCustom ? name : name.trim());
  if (type === undefined || (isCustom && type === "strategic")) throw refusal(isCustom);
  return type;
}

const patchTypes: ReadonlyMap<string, PatchType> = new Map([
  ["application/json-patch+json", "json"],
  ["application/merge-patch+json", "merge"],
  ["application/strategic-merge-patch+json", "strategic"],
  ["application/apply-patch+yaml", "apply"],
]);

function refusal(isCustom: boolean): StatusError {
  if (!isCustom) return genericError(415, "UnsupportedMediaType", "415: Unsupported Media Type");
  return unsupportedMediaTypeError(
    "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml",
  );
}
