import { isStatus, type KubeObject } from "@kubewright/api";
import type { Deletion } from "../client.ts";

/** What the answer to a delete request says: a Status that may name the object, the object itself, or nothing. */
export function deletionFrom<T extends KubeObject>(answer: object): Deletion<T> {
  if (isStatus(answer)) return withUid<T>(answer.details?.uid, undefined);
  const { metadata } = answer as Partial<T>;
  return metadata === undefined ? {} : withUid(metadata.uid, answer as T);
}

function withUid<T extends KubeObject>(uid: string | undefined, object: T | undefined): Deletion<T> {
  return { ...(uid !== undefined && { uid }), ...(object !== undefined && { object }) };
}
