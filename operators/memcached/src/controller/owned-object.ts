import {
  controllerOf,
  isBeingDeleted,
  isControlledBy,
  type Kind,
  type KubeObject,
  keyOf,
  type ReconcileContext,
} from "@kubewright/operator";
import type { Memcached } from "../api/v1/memcached.ts";
import { labelsFor } from "../resource/label.ts";
import { driftOf } from "./drift.ts";

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
      /** The fields that were otherwise before. */
      readonly changed: readonly string[];
    }
  /** It is on its way out; when it is gone, another reconcile makes it anew. */
  | { readonly state: "leaving" }
  /** Its name is taken by an object of somebody else, which is left alone. */
  | { readonly state: "foreign"; readonly object: T };

/** Has the server keep what is wanted of an object: whatever differs is put right, and what others have set besides is left as it is. */
export async function keepObject<T extends KubeObject>(
  kind: Kind<T>,
  wanted: T,
  memcached: Memcached,
  { client, signal }: Pick<ReconcileContext, "client" | "signal">,
): Promise<Kept<T>> {
  const before = await client.find(kind, keyOf(wanted), { signal });
  if (before !== undefined) {
    const owner = ownerOf(before, memcached);
    if (owner === "other") return { state: "foreign", object: before };
    if (owner === "predecessor" || isBeingDeleted(before)) return { state: "leaving" };
  }
  // Where nothing is known to be, an object of somebody else may just have been made: it is not taken over, but refuses this as a conflict.
  const object = await client.apply(wanted, { fieldManager, force: before !== undefined, signal });
  const isSame = before?.metadata.resourceVersion === object.metadata.resourceVersion;
  return { state: "kept", object, before, changed: isSame || before === undefined ? [] : driftOf(wanted, before) };
}

/** Whose an object is. That of a Memcached of the same name which is gone goes, too. */
function ownerOf(object: KubeObject, memcached: Memcached): "this" | "predecessor" | "other" {
  if (isControlledBy(object, memcached)) return "this";
  const controller = controllerOf(object);
  // Its reference to the owner is gone, as after a deletion that orphans: the labels still say whose it is.
  if (controller === undefined) {
    return driftOf(labelsFor(memcached), object.metadata.labels).length === 0 ? "this" : "other";
  }
  const isKind = controller.kind === memcached.kind && groupOf(controller) === groupOf(memcached);
  return isKind && controller.name === memcached.metadata.name ? "predecessor" : "other";
}

function groupOf({ apiVersion }: { readonly apiVersion: string }): string {
  return apiVersion.slice(0, apiVersion.lastIndexOf("/"));
}
