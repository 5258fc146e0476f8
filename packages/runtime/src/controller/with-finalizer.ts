import {
  addFinalizer,
  cloneJson,
  hasFinalizer,
  isBeingDeleted,
  isConflict,
  isNotFound,
  type Kind,
  type KubeObject,
  keyOf,
  removeFinalizer,
  validateFinalizerName,
} from "@kubewright/api";
import type { MergePatch } from "@kubewright/client";
import { RuntimeError } from "../errors.ts";
import { type ObjectReconcileFunction, type ObjectReconciler, reconcileObject } from "./reconcile-object.ts";
import type { ReconcileContext } from "./reconciler.ts";

export type FinalizerOptions<T extends KubeObject> = FinalizerReconciler<T> &
  (FinalizerStep<T> | { readonly finalizers: readonly FinalizerStep<T>[] });

export interface FinalizerReconciler<T extends KubeObject> {
  readonly kind: Kind<T>;
  /** Called only with objects that have the finalizers and are not being deleted. */
  readonly reconcile: ObjectReconcileFunction<T>;
}

/** A finalizer, and what has to happen before it is removed. */
export interface FinalizerStep<T extends KubeObject> {
  /** With a domain of one's own, as in `cache.example.com/cleanup`. Never to be renamed while objects have it. */
  readonly finalizer: string;
  /**
   * Undoes what `reconcile` did outside of the cluster. Called when deletion was asked for, and again until it resolves to done; then the
   * object may go. `Result.requeueAfter` says that it is not finished yet.
   */
  readonly cleanup: ObjectReconcileFunction<T>;
}

/**
 * A reconciler whose objects do not go before `cleanup` worked.
 *
 * The finalizer is on the server before `reconcile` is called for the first time, and is removed only after `cleanup` resolved. It is never
 * added to an object that is being deleted, and finalizers of others are left as they are. Of several `finalizers`, one is cleaned up and
 * removed after the other, in order. Throws RuntimeError `INVALID_SETUP` for a finalizer that the server would refuse or that has no domain.
 */
export function withFinalizer<T extends KubeObject>(options: FinalizerOptions<T>): ObjectReconciler<T> {
  const { kind, reconcile } = options;
  const steps = "finalizers" in options ? options.finalizers : [options];
  for (const { finalizer } of steps) refuseInvalid(kind, finalizer);
  /** Says whether it added any. */
  const addAll = (object: T): boolean => steps.filter(({ finalizer }) => addFinalizer(object, finalizer)).length > 0;
  return reconcileObject(kind, async (found, context) => {
    let object: T | undefined = found;
    if (!isBeingDeleted(object) && !steps.every(({ finalizer }) => hasFinalizer(found, finalizer))) {
      object = await change(kind, object, context, (copy) => !isBeingDeleted(copy) && addAll(copy));
      if (object === undefined) return;
    }
    if (!isBeingDeleted(object)) return await reconcile(object, context);
    for (const { finalizer, cleanup } of steps) {
      // What others wait for is none of our business.
      if (!hasFinalizer(object, finalizer)) continue;
      // The object is cleanup's to change: what tells it from others is kept.
      const key = keyOf(object);
      const { uid } = object.metadata;
      const result = await cleanup(object, context);
      if (result !== undefined && result.type !== "done") return result;
      // With what cleanup wrote to it, its status perhaps: the version from before would be refused.
      const cleaned: T | undefined = await context.client.find(kind, key, { signal: context.signal });
      if (cleaned === undefined || cleaned.metadata.uid !== uid) return;
      object = await change(kind, cleaned, context, (copy) => removeFinalizer(copy, finalizer));
      if (object === undefined) return;
    }
  });
}

/** How often others may be faster, before the reconcile fails with the conflict. */
const maxAttempts = 5;

/**
 * The object as the server has it after `edit` changed its finalizers; undefined when it is gone, or another one has its name.
 *
 * The list is replaced as a whole, so each write holds only for the version that it was made from. `edit` says whether it changed anything.
 */
async function change<T extends KubeObject>(
  kind: Kind<T>,
  object: T,
  { client, signal }: ReconcileContext,
  edit: (object: T) => boolean,
): Promise<T | undefined> {
  const key = keyOf(object);
  let current = object;
  for (let attempt = 1; ; attempt++) {
    // The object may be the cache's own: it is as the server has it until the server says otherwise.
    const copy: T = { ...current, metadata: cloneJson(current.metadata) };
    if (!edit(copy)) return current;
    const { resourceVersion, finalizers = null } = copy.metadata;
    try {
      const merge = { metadata: { resourceVersion, finalizers } } as MergePatch<T>;
      return await client.patch<T>(kind, key, { merge }, { signal });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      if (!isConflict(error) || attempt >= maxAttempts) throw error;
    }
    const next = await client.live.find(kind, key, { signal });
    if (next === undefined || next.metadata.uid !== object.metadata.uid) return undefined;
    current = next;
  }
}

function refuseInvalid({ kind }: Kind, finalizer: string): void {
  const problems = validateFinalizerName(finalizer);
  if (!finalizer.includes("/")) problems.push("it has no domain");
  if (problems.length === 0) return;
  throw new RuntimeError(
    "INVALID_SETUP",
    `the finalizer ${JSON.stringify(finalizer)} for ${kind} cannot be used: ${problems.join("; ")}. ` +
      "Name it after a domain of yours, as cache.example.com/cleanup",
  );
}
