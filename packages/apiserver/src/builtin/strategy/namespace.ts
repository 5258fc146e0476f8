import type { Namespace } from "@kubewright/api/core/v1";
import type { ApiObject } from "../../resource-object.ts";

/** What the namespace controller removes when the namespace is empty. */
const finalizer = "kubernetes";

/** Makes a new namespace active, and gives it the finalizer of the namespace controller. */
export function prepareNamespace(object: ApiObject): void {
  const namespace = object as unknown as Namespace;
  namespace.status = { phase: "Active" };
  const finalizers = namespace.spec?.finalizers ?? [];
  namespace.spec = { finalizers: finalizers.includes(finalizer) ? finalizers : [...finalizers, finalizer] };
}

/** Puts back the finalizers, which only `finalize` changes. */
export function prepareNamespaceUpdate(object: ApiObject, old: ApiObject): void {
  const finalizers = (old as unknown as Namespace).spec?.finalizers;
  object.spec = finalizers === undefined ? {} : { finalizers };
}

/** The name may have been made after defaults were filled in. */
export function labelNamespace({ metadata }: ApiObject): void {
  metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name ?? "" };
}

/** The first deletion only says that the namespace is to go; a controller empties it. */
export function beginNamespaceDeletion(object: ApiObject): void {
  const namespace = object as unknown as Namespace;
  namespace.status = { ...namespace.status, phase: "Terminating" };
}

/** Whether nothing holds the namespace any more. */
export function namespaceMayGo(object: ApiObject): boolean {
  return ((object as unknown as Namespace).spec?.finalizers?.length ?? 0) === 0;
}
