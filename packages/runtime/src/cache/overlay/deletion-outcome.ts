import type { KubeObject } from "@kubewright/api";
import type { DeleteOptions, Deletion } from "@kubewright/client";

/**
 * Whether an object that a write or a deletion was answered with is gone.
 *
 * A server that takes away the last thing that kept an object, by an update of its finalizers say, answers with the object.
 */
export function isGone(object: KubeObject): boolean {
  return object.metadata.deletionTimestamp !== undefined && !isKept(object);
}

/** Whether the object that a deletion was about is gone. Some kinds answer with the object as it was. */
export function isGoneAfter({ object }: Deletion): boolean {
  return object === undefined || object.metadata.deletionTimestamp === undefined || isGone(object);
}

/**
 * What became of an object that the answer of a `deleteAllOf` shows as it was before.
 *
 * `unchanged`: it was being deleted, and goes on as it did. `kept`: it is there, with a `deletionTimestamp` or without some of the
 * time it had.
 */
export function outcomeOf(object: KubeObject, options: DeleteOptions): "gone" | "kept" | "unchanged" {
  const { gracePeriodSeconds, propagationPolicy } = options;
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = object.metadata;
  const graceSeconds = gracePeriodSeconds ?? Number.POSITIVE_INFINITY;
  if (deletionTimestamp !== undefined) {
    if (graceSeconds >= deletionGracePeriodSeconds && isCollectedAs(object, propagationPolicy)) return "unchanged";
    return graceSeconds === 0 && !hasFinalizers(object) ? "gone" : "kept";
  }
  const isCollected = propagationPolicy !== undefined && propagationPolicy in collectorFinalizers;
  return isCollected || hasFinalizers(object) || (isGraceful(object) && graceSeconds !== 0) ? "kept" : "gone";
}

/** What servers add for the garbage collector, which removes it when it is done. */
const collectorFinalizers: Readonly<Record<string, string>> = Object.freeze({
  Foreground: "foregroundDeletion",
  Orphan: "orphan",
});

/** Whether the object has the collector's finalizers that a policy leads to. */
function isCollectedAs({ metadata }: KubeObject, policy: DeleteOptions["propagationPolicy"]): boolean {
  if (policy === undefined) return true;
  const { finalizers = [] } = metadata;
  return Object.values(collectorFinalizers).every(
    (finalizer) => finalizers.includes(finalizer) === (finalizer === collectorFinalizers[policy]),
  );
}

function isKept(object: KubeObject): boolean {
  return hasFinalizers(object) || (object.metadata.deletionGracePeriodSeconds ?? 0) > 0;
}

/** Namespaces have finalizers of their own in `spec`. */
function hasFinalizers(object: KubeObject): boolean {
  const { spec } = object as { spec?: { finalizers?: readonly unknown[] } };
  return (object.metadata.finalizers ?? []).length > 0 || (isNamespace(object) && (spec?.finalizers ?? []).length > 0);
}

function isNamespace({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === "v1" && kind === "Namespace";
}

/** Whether the kind is one whose objects get time to end. */
function isGraceful({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === "v1" && kind === "Pod";
}
