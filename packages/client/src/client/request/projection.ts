import type { Kind, KubeObject, ObjectList } from "@kubewright/api";

/** The `accept` header for one object of `kind`, or for a watch of them. */
export function acceptObject(kind: Kind): string {
  return isMetadataOnly(kind) ? accept("PartialObjectMetadata") : "application/json";
}

/** The `accept` header for a list of objects of `kind`. */
export function acceptList(kind: Kind): string {
  return isMetadataOnly(kind) ? accept("PartialObjectMetadataList") : "application/json";
}

/** An object that a server sent as one of `kind`, saying so itself. */
export function asObjectOf<T extends KubeObject>(kind: Kind<T>, object: T): T {
  const { apiVersion, kind: name } = kind;
  if (isMetadataOnly(kind)) return { apiVersion, kind: name, metadata: object.metadata } as T;
  if (object.apiVersion !== undefined && object.kind !== undefined) return object;
  // Items of a list carry neither; both come first, where people look for them.
  return { apiVersion, kind: name, ...(object as Omit<T, "apiVersion" | "kind">) } as T;
}

/** A list as a server sent it, whose items say of what kind they are. */
export function asListOf<T extends KubeObject>(kind: Kind<T>, list: ObjectList<T>): ObjectList<T> {
  // An empty Go slice may be sent as null.
  const items = (list.items ?? []).map((item) => asObjectOf(kind, item));
  return { ...list, metadata: list.metadata ?? {}, items };
}

function isMetadataOnly(kind: Kind): boolean {
  return kind.projection === "metadata";
}

function accept(as: string): string {
  // The plain type for servers that cannot project; `asObjectOf` then does it.
  return `application/json;as=${as};g=meta.k8s.io;v=v1,application/json`;
}
