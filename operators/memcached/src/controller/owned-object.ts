import {
  controllerOf,
  isBeingDeleted,
  isControlledBy,
  isInvalid,
  jsonEqual,
  type Kind,
  type KubeObject,
  keyOf,
  type ReconcileContext,
  statusErrorOf,
} from "@kubewright/operator";
import type { Memcached } from "../api/v1/memcached.ts";
import { labelsFor, selectorLabels } from "../resource/label.ts";
import { driftOf, hasDoubles } from "./drift.ts";
import { disownReplaced, replaceSpec } from "./replace-spec.ts";

/** Whose fields they are. Never to be renamed: fields that an earlier version set and a later one does not would stay. */
const fieldManager = "memcached-operator";

/** What came of keeping an object as it should be. */
export type Kept<T extends KubeObject> =
  /** It is so. */
  | {
      readonly state: "kept";
      readonly object: T;
      /** Undefined if it was made just now. */
      readonly before: T | undefined;
      /** The fields that were otherwise before, and those that are gone. */
      readonly changed: readonly string[];
    }
  /** It is on its way out: another reconcile makes it anew. */
  | { readonly state: "leaving"; readonly object: T }
  /** Its name is taken by an object of somebody else, which is left alone. */
  | { readonly state: "foreign"; readonly object: T };

/** Has the server keep what is wanted of an object: whatever differs is put right, and what others have set besides is left as it is. */
export async function keepObject<T extends KubeObject>(
  kind: Kind<T>,
  wanted: T,
  memcached: Memcached,
  context: Pick<ReconcileContext, "client" | "signal">,
): Promise<Kept<T>> {
  const { client, signal } = context;
  const before = await client.find(kind, keyOf(wanted), { signal });
  if (before === undefined) {
    // An object of somebody else may just have been made: it is not taken over, but refuses this as a conflict.
    const object = await client.apply(wanted, { fieldManager, force: false, signal });
    return { state: "kept", object, before, changed: [] };
  }
  const owner = ownerOf(before, memcached);
  if (owner === "other") return { state: "foreign", object: before };
  if (owner === "predecessor" || isBeingDeleted(before)) return { state: "leaving", object: before };
  const object = await applyTo(before, kind, wanted, context);
  const isSame = before.metadata.resourceVersion === object.metadata.resourceVersion;
  return { state: "kept", object, before, changed: isSame ? [] : changedFields(wanted, before, object) };
}

/** Throws if that very object is not there any more; what has taken its name is left alone. */
async function applyTo<T extends KubeObject>(
  before: T,
  kind: Kind<T>,
  wanted: T,
  context: Pick<ReconcileContext, "client" | "signal">,
): Promise<T> {
  const { uid } = before.metadata;
  const apply = (): Promise<T> => {
    const own = { ...wanted, metadata: { ...wanted.metadata, ...(uid !== undefined && { uid }) } };
    return context.client.apply(own, { fieldManager, force: true, signal: context.signal });
  };
  const applied = await apply().catch((error: unknown) => {
    if (isInvalid(error) && !isOfAnother(error)) return undefined;
    throw error;
  });
  const isRight = applied !== undefined && !hasDoubles(wanted, applied);
  const replaced = isRight ? applied : await replaceSpec(kind, wanted, before, context);
  // Where an earlier attempt was cut short, there may be something left of it.
  const isDisowned = await disownReplaced(kind, replaced, context);
  return isRight && !isDisowned ? applied : await apply();
}

/** Whether an object could not be written because another one has its name by now, of which the cache has not heard. */
export function isOfAnother(error: unknown): boolean {
  const { causes } = statusErrorOf(error)?.status.details ?? {};
  return causes?.some(({ field }) => field === "metadata.uid") ?? false;
}

function changedFields(wanted: KubeObject, before: KubeObject, after: KubeObject): string[] {
  const specOf = (object: KubeObject) => (object as { readonly spec?: unknown }).spec;
  return [...new Set([...driftOf(wanted, before), ...driftOf(specOf(before), specOf(after), "spec")])];
}

/** Whether an object is kept for a Memcached. */
export function isKeptFor(memcached: Memcached, object: KubeObject): boolean {
  return ownerOf(object, memcached) === "this" && !isBeingDeleted(object);
}

/** Whose an object is. That of a Memcached of the same name which is gone goes, too. */
function ownerOf(object: KubeObject, memcached: Memcached): "this" | "predecessor" | "other" {
  if (isControlledBy(object, memcached)) return "this";
  const controller = controllerOf(object);
  // Its reference to the owner is gone, as after a deletion that orphans: something else still says whose it is.
  if (controller === undefined) return isMarkedFor(object, memcached) ? "this" : "other";
  const isKind = controller.kind === memcached.kind && groupOf(controller) === groupOf(memcached);
  return isKind && controller.name === memcached.metadata.name ? "predecessor" : "other";
}

/** Whether its labels say that it is a Memcached's, or the pods that it is about. */
function isMarkedFor(object: KubeObject, memcached: Memcached): boolean {
  const { selector } = (object as { readonly spec?: { readonly selector?: object } }).spec ?? {};
  const selected = selector !== undefined && "matchLabels" in selector ? selector.matchLabels : selector;
  return (
    driftOf(labelsFor(memcached), object.metadata.labels).length === 0 ||
    jsonEqual(selected, selectorLabels(memcached.metadata.name))
  );
}

function groupOf({ apiVersion }: { readonly apiVersion: string }): string {
  return apiVersion.slice(0, apiVersion.lastIndexOf("/"));
}
