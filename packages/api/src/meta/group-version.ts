import { ApiError } from "../errors.ts";

/** An API group and one of its versions. The core group is the empty string. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** A kind in one version of its group. */
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string;
}

/** A resource, the plural in URLs, in one version of its group. */
export interface GroupVersionResource extends GroupVersion {
  readonly resource: string;
}

/** A kind, whatever the version. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** A resource, whatever the version. */
export interface GroupResource {
  readonly group: string;
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

/** `Deployment.apps`, or `Pod` for the core group. */
export function formatGroupKind({ group, kind }: GroupKind): string {
  return group === "" ? kind : `${kind}.${group}`;
}

/** `deployments.apps`, or `pods` for the core group. */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** `Deployment.v1.apps`; the core group is written as nothing, so `Pod.v1.` ends in a dot. */
export function formatGroupVersionKind({ group, version, kind }: GroupVersionKind): string {
  return `${kind}.${version}.${group}`;
}

/** `deployments.v1.apps`; the core group is written as nothing, so `pods.v1.` ends in a dot. */
export function formatGroupVersionResource({ group, version, resource }: GroupVersionResource): string {
  return `${resource}.${version}.${group}`;
}

/** Reads `Deployment.apps`: everything after the first dot is the group. */
export function parseGroupKind(text: string): GroupKind {
  const [kind, group] = splitAtDot(text);
  return { group, kind };
}

/** Reads `deployments.apps`: everything after the first dot is the group. */
export function parseGroupResource(text: string): GroupResource {
  const [resource, group] = splitAtDot(text);
  return { group, resource };
}

/**
 * Reads `Deployment.v1.apps`; undefined when the text has fewer than two dots.
 *
 * A text with two dots or more may also be meant without a version (`Certificate.cert-manager.io`): what is served decides.
 */
export function parseGroupVersionKind(text: string): GroupVersionKind | undefined {
  const parts = splitAtTwoDots(text);
  return parts && { group: parts[2], version: parts[1], kind: parts[0] };
}

/**
 * Reads `deployments.v1.apps`; undefined when the text has fewer than two dots.
 *
 * A text with two dots or more may also be meant without a version (`certificates.cert-manager.io`): what is served decides.
 */
export function parseGroupVersionResource(text: string): GroupVersionResource | undefined {
  const parts = splitAtTwoDots(text);
  return parts && { group: parts[2], version: parts[1], resource: parts[0] };
}

function splitAtDot(text: string): [first: string, rest: string] {
  const dot = text.indexOf(".");
  return dot === -1 ? [text, ""] : [text.slice(0, dot), text.slice(dot + 1)];
}

function splitAtTwoDots(text: string): [first: string, second: string, rest: string] | undefined {
  const [first, rest] = splitAtDot(text);
  if (!rest.includes(".")) return undefined;
  return [first, ...splitAtDot(rest)];
}
