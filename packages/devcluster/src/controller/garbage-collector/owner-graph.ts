import { jsonEqual, type Kind, type MetadataObject, type OwnerReference } from "@kubewright/api";
import type { AbsentOwners } from "./absent-owners.ts";
import { type Coordinates, isForeign, leadsTo, type ObjectNode } from "./object-node.ts";

export interface OwnerGraphOptions {
  /** Told of each object that may have to be collected, or whose deletion may go on. */
  readonly check: (uid: string) => void;
  /** Told of an owner that is in another namespace than the object that names it. */
  readonly onForeignOwner: (dependent: ObjectNode, reference: OwnerReference) => void;
  /** Learns which owners are gone. */
  readonly absent: AbsentOwners;
}

const foregroundFinalizer = "foregroundDeletion";
const orphanFinalizer = "orphan";

/** Who owns whom, of all objects that were seen. */
export class OwnerGraph {
  readonly #options: OwnerGraphOptions;
  readonly #nodes = new Map<string, ObjectNode>();
  /** By the owner's uid, whether the owner was seen or not: the uids of those that name it. */
  readonly #dependents = new Map<string, Set<string>>();

  constructor(options: OwnerGraphOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#nodes.size;
  }

  get(uid: string): ObjectNode | undefined {
    return this.#nodes.get(uid);
  }

  dependentsOf(uid: string): readonly ObjectNode[] {
    return [...(this.#dependents.get(uid) ?? [])].flatMap((dependent) => this.#nodes.get(dependent) ?? []);
  }

  /** Those whose existence keeps an owner that is deleted in the foreground. */
  blockersOf(uid: string): readonly ObjectNode[] {
    return this.dependentsOf(uid).filter(({ owners }) =>
      owners.some((owner) => owner.uid === uid && isBlocking(owner)),
    );
  }

  /** Takes over an object as it is now. */
  put(kind: Pick<Kind, "apiVersion" | "kind">, object: MetadataObject): void {
    const node = nodeOf(kind, object);
    const before = this.#nodes.get(node.uid);
    if (before !== undefined && isSame(before, node)) return;
    this.#nodes.set(node.uid, node);
    if (before === undefined || !isAtSamePlace(before, node)) this.#seen(node);
    this.#link(node, before?.owners ?? []);
    if (node.waitsFor === undefined || node.waitsFor === before?.waitsFor) return;
    if (node.waitsFor === "dependents-deleted") {
      for (const dependent of this.dependentsOf(node.uid)) this.#options.check(dependent.uid);
    }
    this.#options.check(node.uid);
  }

  /** The object is gone. Harmless when it was not there. */
  remove(uid: string): void {
    const node = this.#nodes.get(uid);
    if (node === undefined) return;
    this.#nodes.delete(uid);
    for (const owner of node.owners) this.#unlink(owner.uid, uid);
    const dependents = this.dependentsOf(uid);
    if (dependents.length > 0) this.#options.absent.addGone(node);
    for (const dependent of dependents) this.#options.check(dependent.uid);
    for (const owner of node.owners) {
      if (this.#nodes.get(owner.uid)?.waitsFor === "dependents-deleted") this.#options.check(owner.uid);
    }
  }

  /** Whether all owners of an object were seen where it says they are, and none of them waits for it to go. */
  isKept({ owners, namespace }: ObjectNode): boolean {
    return owners.every((reference) => {
      const owner = this.#nodes.get(reference.uid);
      return owner !== undefined && leadsTo(reference, namespace, owner) && owner.waitsFor !== "dependents-deleted";
    });
  }

  /** Those that named an owner before it was seen may have been wrong about it. */
  #seen(owner: ObjectNode): void {
    for (const dependent of this.dependentsOf(owner.uid)) {
      const reference = dependent.owners.find(({ uid }) => uid === owner.uid);
      if (reference !== undefined && !leadsTo(reference, dependent.namespace, owner)) this.#doubt(dependent, reference);
    }
  }

  #link(node: ObjectNode, before: readonly OwnerReference[]): void {
    for (const reference of before) {
      const now = node.owners.find(({ uid }) => uid === reference.uid);
      if (now === undefined) this.#unlink(reference.uid, node.uid);
      // Its deletion may go on without this one.
      if (isBlocking(reference) && (now === undefined || !isBlocking(now))) this.#checkIfSeen(reference.uid);
    }
    for (const reference of node.owners) {
      const dependents = this.#dependents.get(reference.uid) ?? new Set();
      this.#dependents.set(reference.uid, dependents.add(node.uid));
      if (before.some((other) => jsonEqual(other, reference))) continue;
      const owner = this.#nodes.get(reference.uid);
      if (owner === undefined || !leadsTo(reference, node.namespace, owner)) this.#doubt(node, reference);
    }
  }

  #doubt(dependent: ObjectNode, reference: OwnerReference): void {
    const owner = this.#nodes.get(reference.uid);
    if (owner !== undefined && isForeign(dependent.namespace, owner))
      this.#options.onForeignOwner(dependent, reference);
    this.#options.check(dependent.uid);
  }

  #unlink(owner: string, dependent: string): void {
    const dependents = this.#dependents.get(owner);
    dependents?.delete(dependent);
    if (dependents?.size === 0) this.#dependents.delete(owner);
  }

  #checkIfSeen(uid: string): void {
    if (this.#nodes.has(uid)) this.#options.check(uid);
  }
}

/** Whether an object with these finalizers, that is being deleted, needs the garbage collector to be gone. */
export function waitOf(finalizers: readonly string[] = []): ObjectNode["waitsFor"] {
  if (finalizers.includes(orphanFinalizer)) return "dependents-orphaned";
  return finalizers.includes(foregroundFinalizer) ? "dependents-deleted" : undefined;
}

function nodeOf({ apiVersion, kind }: Pick<Kind, "apiVersion" | "kind">, { metadata }: MetadataObject): ObjectNode {
  const { uid = "", namespace = "", name, ownerReferences = [], finalizers, deletionTimestamp } = metadata;
  const isBeingDeleted = deletionTimestamp !== undefined;
  const waitsFor = isBeingDeleted ? waitOf(finalizers) : undefined;
  return { apiVersion, kind, namespace, name, uid, owners: ownerReferences, isBeingDeleted, waitsFor };
}

function isSame(a: ObjectNode, b: ObjectNode): boolean {
  return (
    a.isBeingDeleted === b.isBeingDeleted &&
    a.waitsFor === b.waitsFor &&
    isAtSamePlace(a, b) &&
    ((a.owners.length === 0 && b.owners.length === 0) || jsonEqual(a.owners, b.owners))
  );
}

function isAtSamePlace(a: Coordinates, b: Coordinates): boolean {
  return a.apiVersion === b.apiVersion && a.kind === b.kind && a.namespace === b.namespace && a.name === b.name;
}

function isBlocking(reference: OwnerReference): boolean {
  return reference.blockOwnerDeletion === true;
}
