import { isClusterKind } from "../config/rules.ts";
import { isSameKind, joinApiVersion, type KindId } from "./kind-id.ts";

/** What tells an object from all others. */
export interface ResourceId extends KindId {
  readonly name: string;
  /** As the object has it, or, of an id that it had before, the effective one. */
  readonly namespace: string;
  readonly isClusterScoped: boolean;
}

/** The namespace of objects that have none. */
const noNamespace = "_non_namespaceable_";

/** The id of an object of a kind; whether it has a namespace is known of the kind. */
export function resourceId(kindId: KindId, name: string, namespace: string): ResourceId {
  const isClusterScoped = isClusterKind(joinApiVersion(kindId), kindId.kind);
  const { group, version, kind } = kindId;
  return { group, version, kind, name, namespace, isClusterScoped };
}

/** The namespace that counts: `default` where none is said, and one of its own for objects without. */
export function effectiveNamespace({ isClusterScoped, namespace }: ResourceId): string {
  if (isClusterScoped) return noNamespace;
  return namespace === "" ? "default" : namespace;
}

/** Whether both are in one namespace, or have none. */
export function isSameNamespace(a: ResourceId, b: ResourceId): boolean {
  return effectiveNamespace(a) === effectiveNamespace(b);
}

/** Whether both mean the same object. */
export function isSameId(a: ResourceId, b: ResourceId): boolean {
  return a.name === b.name && isSameKind(a, b) && isSameNamespace(a, b);
}

/** The same text for the same id. */
export function idKey(id: ResourceId): string {
  return JSON.stringify([id.group, id.version, id.kind, effectiveNamespace(id), id.name]);
}

/** For messages: `Deployment.apps web in shop`. */
export function describeId({ group, kind, name, namespace }: ResourceId): string {
  const where = namespace === "" || namespace === noNamespace ? "" : ` in ${namespace}`;
  return `${group === "" ? kind : `${kind}.${group}`} ${name}${where}`;
}
