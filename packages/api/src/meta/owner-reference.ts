import { ApiError } from "../errors.ts";
import { groupVersionKindOf } from "./group-version.ts";
import type { KubeObject, OwnerReference, WithMetadata } from "./object.ts";
import { formatKey } from "./object-key.ts";

export interface OwnerReferenceOptions {
  /** The owner manages the object. @default false */
  readonly controller?: boolean;
  /** Foreground deletion of the owner waits for the object. @default false */
  readonly blockOwnerDeletion?: boolean;
}

/**
 * A reference to `owner`, as a dependent object carries it.
 *
 * Throws ApiError `INVALID_OWNER` when the owner has no uid, which means that it was not read from the server.
 */
export function ownerReferenceTo(owner: KubeObject, options: OwnerReferenceOptions = {}): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  if (!apiVersion || !kind) {
    throw new ApiError("INVALID_OWNER", `owner ${JSON.stringify(metadata.name)} has no apiVersion or no kind`);
  }
  if (!metadata.name) throw new ApiError("INVALID_OWNER", `owner of kind ${kind} has no metadata.name`);
  if (!metadata.uid) {
    throw new ApiError(
      "INVALID_OWNER",
      `owner ${kind} ${formatKey(metadata)} has no metadata.uid; use the object as the server returned it`,
    );
  }
  return {
    apiVersion,
    kind,
    name: metadata.name,
    uid: metadata.uid,
    ...(options.controller && { controller: true }),
    ...(options.blockOwnerDeletion && { blockOwnerDeletion: true }),
  };
}

/**
 * Makes `owner` the one that manages `object`, which goes when the owner goes. Says whether that changed anything.
 *
 * Changes `object`. A reference to the same owner, also to an earlier one of the same name, is replaced. Throws ApiError
 * `INVALID_OWNER` when another owner manages the object, when the owner has no uid, and when the owner is in another
 * namespace or the object is cluster-scoped and its owner is not: the server would delete such an object.
 */
export function setControllerReference(
  owner: KubeObject,
  object: WithMetadata,
  options: Pick<OwnerReferenceOptions, "blockOwnerDeletion"> = {},
): boolean {
  const reference = ownerReferenceTo(owner, {
    controller: true,
    blockOwnerDeletion: options.blockOwnerDeletion ?? true,
  });
  const existing = controllerOf(object);
  if (existing !== undefined && !refersToSame(existing, reference)) {
    throw new ApiError(
      "INVALID_OWNER",
      `${describe(object)} is managed by ${existing.kind} ${existing.name} already, so ${owner.kind} ${reference.name} cannot manage it`,
    );
  }
  return putReference(owner, object, reference);
}

/**
 * Makes `owner` one of the owners of `object`, which goes when all are gone. Says whether that changed anything.
 *
 * Changes `object`. Throws as `setControllerReference` does, but for an owner that manages the object already.
 */
export function setOwnerReference(
  owner: KubeObject,
  object: WithMetadata,
  options: Pick<OwnerReferenceOptions, "blockOwnerDeletion"> = {},
): boolean {
  return putReference(owner, object, ownerReferenceTo(owner, options));
}

/** Takes all references to `owner` out of `object`, and says whether there were any. Changes `object`. */
export function removeOwnerReference(owner: KubeObject, object: WithMetadata): boolean {
  const references = object.metadata.ownerReferences ?? [];
  const kept = references.filter(
    (reference) =>
      !(reference.uid === owner.metadata.uid || refersToSame(reference, { ...owner, name: owner.metadata.name })),
  );
  if (kept.length === references.length) return false;
  if (kept.length > 0) object.metadata.ownerReferences = kept;
  else delete object.metadata.ownerReferences;
  return true;
}

/** The reference to the owner that manages the object, if it has one. */
export function controllerOf(object: WithMetadata): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((reference) => reference.controller === true);
}

/** Whether `object` has a reference to this very `owner`, told by its uid. */
export function isOwnedBy(object: WithMetadata, owner: KubeObject): boolean {
  const { uid } = owner.metadata;
  return uid !== undefined && (object.metadata.ownerReferences ?? []).some((reference) => reference.uid === uid);
}

/** Whether this very `owner`, told by its uid, manages `object`. */
export function isControlledBy(object: WithMetadata, owner: KubeObject): boolean {
  const { uid } = owner.metadata;
  return uid !== undefined && controllerOf(object)?.uid === uid;
}

function putReference(owner: KubeObject, object: WithMetadata, reference: OwnerReference): boolean {
  refuseOtherNamespace(owner, object);
  const references = object.metadata.ownerReferences ?? [];
  const index = references.findIndex((candidate) => refersToSame(candidate, reference));
  if (index !== -1 && isUnchanged(references[index]!, reference)) return false;
  object.metadata.ownerReferences = index === -1 ? [...references, reference] : references.with(index, reference);
  return true;
}

function refuseOtherNamespace(owner: KubeObject, object: WithMetadata): void {
  const { namespace } = owner.metadata;
  if (!namespace || namespace === object.metadata.namespace) return;
  const place = object.metadata.namespace ? `namespace ${object.metadata.namespace}` : "no namespace";
  throw new ApiError(
    "INVALID_OWNER",
    `${describe(object)} is in ${place}, but its owner ${owner.kind} ${owner.metadata.name} is in namespace ${namespace}; an owner must be in the same namespace or cluster-scoped`,
  );
}

/** Versions do not matter: an object has the same owner whatever version it was read in. */
function refersToSame(
  a: Pick<OwnerReference, "apiVersion" | "kind" | "name">,
  b: Pick<OwnerReference, "apiVersion" | "kind" | "name">,
): boolean {
  return a.kind === b.kind && a.name === b.name && groupVersionKindOf(a).group === groupVersionKindOf(b).group;
}

function isUnchanged(a: OwnerReference, b: OwnerReference): boolean {
  return (
    a.apiVersion === b.apiVersion &&
    a.uid === b.uid &&
    (a.controller ?? false) === (b.controller ?? false) &&
    (a.blockOwnerDeletion ?? false) === (b.blockOwnerDeletion ?? false)
  );
}

function describe(object: WithMetadata): string {
  const name = object.metadata.name ?? object.metadata.generateName ?? "";
  return `${object.kind ?? "object"} ${name}`.trim();
}
