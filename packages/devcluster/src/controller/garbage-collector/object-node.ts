import type { OwnerReference } from "@kubewright/api";

/** Where an object is, or is said to be. */
export interface Coordinates {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for an object that is in no namespace. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** An object as far as the garbage collector is concerned. */
export interface ObjectNode extends Coordinates {
  readonly owners: readonly OwnerReference[];
  readonly isBeingDeleted: boolean;
  /** What its deletion waits for, that the garbage collector has to do. */
  readonly waitsFor: "dependents-deleted" | "dependents-orphaned" | undefined;
}

/** What a reference of an object in `namespace` says of the owner, if that is in a namespace. */
export function coordinatesIn(namespace: string, { apiVersion, kind, name, uid }: OwnerReference): Coordinates {
  return { apiVersion, kind, namespace, name, uid };
}

/** Whether `reference`, of an object in `namespace`, leads to `owner`: not only the uid must be right. */
export function leadsTo(reference: OwnerReference, namespace: string, owner: Coordinates): boolean {
  return (
    reference.uid === owner.uid &&
    reference.apiVersion === owner.apiVersion &&
    reference.kind === owner.kind &&
    reference.name === owner.name &&
    !isForeign(namespace, owner)
  );
}

/** Whether objects in `namespace` cannot have this owner, for it is in another one. */
export function isForeign(namespace: string, owner: Coordinates): boolean {
  return owner.namespace !== "" && owner.namespace !== namespace;
}

/** As events show it. */
export function formatCoordinates({ apiVersion, kind, namespace, name, uid }: Coordinates): string {
  return `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
}
