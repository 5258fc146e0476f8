import type { WithMetadata } from "./object.ts";

/** Whether deletion was asked for: the object stays until its finalizers are gone, and no new ones can be added. */
export function isBeingDeleted(object: WithMetadata): boolean {
  return Boolean(object.metadata.deletionTimestamp);
}

/** Whether the object has that finalizer. */
export function hasFinalizer(object: WithMetadata, finalizer: string): boolean {
  return object.metadata.finalizers?.includes(finalizer) ?? false;
}

/**
 * Makes sure that the object has that finalizer, and says whether it had to be added. Changes `object`.
 *
 * The server refuses a new finalizer on an object that is being deleted.
 */
export function addFinalizer(object: WithMetadata, finalizer: string): boolean {
  if (hasFinalizer(object, finalizer)) return false;
  object.metadata.finalizers = [...(object.metadata.finalizers ?? []), finalizer];
  return true;
}

/** Makes sure that the object does not have that finalizer, and says whether it had it. Changes `object`. */
export function removeFinalizer(object: WithMetadata, finalizer: string): boolean {
  if (!hasFinalizer(object, finalizer)) return false;
  const kept = object.metadata.finalizers!.filter((name) => name !== finalizer);
  if (kept.length > 0) object.metadata.finalizers = kept;
  else delete object.metadata.finalizers;
  return true;
}
