import type { Kind, KubeObject, ObjectKey } from "@kubewright/api";

/** Which object: what logs and events say of one, in place of the whole. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** The reference of an object, or of a kind and a key. Nothing else of the object is in it. */
export function objectReference(
  object: KubeObject | { readonly kind: Kind; readonly key: ObjectKey },
): ObjectReference {
  const { apiVersion, kind } = "metadata" in object ? object : object.kind;
  const { namespace, name } = "metadata" in object ? object.metadata : object.key;
  return { apiVersion, kind, ...(namespace !== undefined && { namespace }), name };
}
