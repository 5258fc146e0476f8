import type { DynamicObject } from "@kubewright/api";

/** What others need, what they need it for, and what stands in the way of others. */
export interface OrderedObjects {
  /** Namespaces, then definitions of custom resources. */
  readonly first: readonly DynamicObject[];
  readonly rest: readonly DynamicObject[];
}

/** The order in which objects are made: nothing before what it needs, and webhooks when their servers are there. */
export function applyOrder(objects: readonly DynamicObject[]): OrderedObjects {
  const rank = (object: DynamicObject) =>
    isNamespace(object) ? 0 : isDefinition(object) ? 1 : isWebhook(object) ? 3 : 2;
  const sorted = objects
    .map((object, index) => ({ object, index, rank: rank(object) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index);
  return {
    first: sorted.filter((one) => one.rank < 2).map(({ object }) => object),
    rest: sorted.filter((one) => one.rank >= 2).map(({ object }) => object),
  };
}

/**
 * The order in which objects are deleted: definitions before the operator that finishes the deletion of their objects, webhooks before
 * their servers, the operator before what it may do, and all else in the reverse of how it was made.
 */
export function deleteOrder(objects: readonly DynamicObject[]): {
  readonly stages: readonly (readonly DynamicObject[])[];
} {
  const { first, rest } = applyOrder(objects);
  const reversed = [...rest].reverse();
  return {
    stages: [
      reversed.filter(isWebhook),
      first.filter(isDefinition).reverse(),
      reversed.filter(isDeployment),
      reversed.filter((object) => !isWebhook(object) && !isDeployment(object)),
      first.filter(isNamespace).reverse(),
    ].filter((stage) => stage.length > 0),
  };
}

export function isNamespace({ kind, apiVersion }: DynamicObject): boolean {
  return kind === "Namespace" && apiVersion === "v1";
}

export function isDefinition({ kind, apiVersion }: DynamicObject): boolean {
  return kind === "CustomResourceDefinition" && apiVersion.startsWith("apiextensions.k8s.io/");
}

export function isDeployment({ kind, apiVersion }: DynamicObject): boolean {
  return kind === "Deployment" && apiVersion.startsWith("apps/");
}

function isWebhook({ kind, apiVersion }: DynamicObject): boolean {
  return apiVersion.startsWith("admissionregistration.k8s.io/") && kind.endsWith("WebhookConfiguration");
}
