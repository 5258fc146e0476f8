import { ApiError } from "../errors.ts";

/** An API group and one of its versions. The core group is the empty string. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

export interface GroupVersionKind extends GroupVersion {
  readonly kind: string;
}

export interface GroupVersionResource extends GroupVersion {
  readonly resource: string;
}

/** `apps/v1` for a named group, `v1` for the core group. */
export function formatApiVersion({ group, version }: GroupVersion): string {
  return group === "" ? version : `${group}/${version}`;
}

/** Reads an `apiVersion` field. Throws when it has more than one slash. */
export function parseApiVersion(apiVersion: string): GroupVersion {
  const parts = apiVersion.split("/");
  const [first, second] = parts;
  if (parts.length === 1) return { group: "", version: first! };
  if (parts.length === 2) return { group: first!, version: second! };
  throw new ApiError("INVALID_API_VERSION", `apiVersion ${JSON.stringify(apiVersion)} has more than one slash`);
}

/** The group, version and kind that an object says it has. */
export function groupVersionKindOf(object: { apiVersion: string; kind: string }): GroupVersionKind {
  return { ...parseApiVersion(object.apiVersion), kind: object.kind };
}
