import { defineKind, groupVersionKindOf, type Kind, type KubeObject, keyOf } from "@kubewright/api";
import type { KeyLike } from "@kubewright/client";

/** By what an object, or the one that takes its place, is found. */
export function placeOf<T extends KubeObject>(object: T): readonly [Kind<T>, KeyLike] {
  return [defineKind<T>(groupVersionKindOf(object)), keyOf(object)];
}

/**
 * Whether what was found is this very object.
 *
 * The server's objects all have a uid; one that was never read has none, and stands for any of its name.
 */
export function isSameObject(found: KubeObject | undefined, object: KubeObject): boolean {
  if (found === undefined) return false;
  return object.metadata.uid === undefined || found.metadata.uid === object.metadata.uid;
}
