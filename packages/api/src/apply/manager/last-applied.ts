import { isJsonObject, type JsonObject, ownMember } from "../../json/own-member.ts";
import { parseJson } from "../../json/parse-json.ts";
import { byteLength } from "../../text/byte-text.ts";
import { goJson } from "../../text/server-json.ts";
import type { FieldSet } from "../field/field-set.ts";
import { compareTyped } from "../typed/compare-typed.ts";
import { fieldsOfValue } from "../typed/fields-of-value.ts";
import { validateValue } from "../typed/validate-value.ts";
import type { TypedObject } from "./updater.ts";

/** In which client-side apply keeps what it applied the last time. */
const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/** The manager whose applies take over from client-side apply. */
export const lastAppliedManager: string = "kubectl";

const maxAnnotationBytes = 256 * 1024;

/** What client-side apply applied the last time, where the object has a record of it. */
export function lastAppliedOf(object: JsonObject): string | undefined {
  const value = ownMember(annotationsOf(object), lastAppliedAnnotation);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * The fields that client-side apply set and that still have those values, so that taking them over is no conflict.
 *
 * Undefined when there is no usable record of it.
 */
export function fieldsOfLastApplied(live: TypedObject): FieldSet | undefined {
  const text = lastAppliedOf(live.value as JsonObject);
  if (text === undefined || validateValue(live.type, live.value).length > 0) return undefined;
  const applied = parseObject(text);
  if (!applied?.kind || (applied.apiVersion ?? "") !== live.apiVersion) return undefined;
  if (validateValue(live.type, applied).length > 0) return undefined;
  const { added, modified, removed } = compareTyped(live.type, applied, live.value);
  return fieldsOfValue(live.type, applied).difference(modified).difference(added).difference(removed);
}

/** `object` with the annotation telling that `patch` was applied; without the annotation if that is too long. */
export function withLastApplied(object: JsonObject, patch: JsonObject): JsonObject {
  const annotations = { ...annotationsOf(object), [lastAppliedAnnotation]: formatLastApplied(patch) };
  let bytes = 0;
  for (const [name, value] of Object.entries(annotations)) bytes += byteLength(name) + byteLength(String(value));
  const { [lastAppliedAnnotation]: _, ...others } = annotations;
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  return { ...object, metadata: { ...metadata, annotations: bytes > maxAnnotationBytes ? others : annotations } };
}

function formatLastApplied(patch: JsonObject): string {
  const metadata = patch.metadata;
  if (!isJsonObject(metadata)) return `${goJson(patch)}\n`;
  const { annotations, ...rest } = metadata;
  if (!isJsonObject(annotations)) return `${goJson({ ...patch, metadata: rest })}\n`;
  const { [lastAppliedAnnotation]: _, ...others } = annotations;
  return `${goJson({ ...patch, metadata: { ...rest, annotations: others } })}\n`;
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function annotationsOf(object: JsonObject): JsonObject {
  const metadata = object.metadata;
  const annotations = isJsonObject(metadata) ? metadata.annotations : undefined;
  return isJsonObject(annotations) ? annotations : {};
}
