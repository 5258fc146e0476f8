import { ClientError } from "../../errors.ts";
import type { Patch } from "../client.ts";

/** A patch as it is sent. */
export interface PatchRequest {
  readonly type: "merge" | "json" | "strategic" | "apply";
  readonly contentType: string;
  readonly body: unknown;
}

const contentTypes: Readonly<Record<PatchRequest["type"], string>> = Object.freeze({
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  strategic: "application/strategic-merge-patch+json",
  // Servers take JSON as the YAML it is.
  apply: "application/apply-patch+yaml",
});

/** Throws ClientError `INVALID_ARGUMENT` unless `patch` has exactly one of the four keys. */
export function patchRequest(patch: Patch): PatchRequest {
  if (Array.isArray(patch)) {
    throw new ClientError("INVALID_ARGUMENT", "a patch is not a list; a JSON patch is { json: [...] }");
  }
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  const [type, body] = given[0] ?? [];
  if (given.length !== 1 || type === undefined || !Object.hasOwn(contentTypes, type)) {
    const keys = given.map(([key]) => key).join(", ") || "none";
    throw new ClientError("INVALID_ARGUMENT", `a patch has one key, merge, json, strategic or apply; got ${keys}`);
  }
  const known = type as PatchRequest["type"];
  return { type: known, contentType: contentTypes[known], body: known === "apply" ? appliable(body) : body };
}

/** Without `metadata.managedFields`, with which servers refuse an apply. */
export function appliable<T>(object: T): T {
  const { metadata } = object as { metadata?: { managedFields?: unknown } };
  if (metadata?.managedFields === undefined) return object;
  const { managedFields: _, ...rest } = metadata;
  return { ...object, metadata: rest };
}
