import { type KubeObject, type LabelSelector, ownerReferenceTo } from "@kubewright/operator";
import type { Memcached } from "../api/v1/memcached.ts";

/** The label that names the Memcached a pod is an instance of. */
export const memcachedLabel = "memcached_cr";

/** What finds the pods of one Memcached, and no others. It can never change: that of a Deployment is fixed. */
export function selectorLabels(name: string): Record<string, string> {
  return { app: "memcached", [memcachedLabel]: name };
}

export function podSelector({ metadata }: Memcached): LabelSelector {
  return { matchLabels: selectorLabels(metadata.name) };
}

/** The labels of all that is made for a Memcached. */
export function labelsFor({ metadata: { name } }: Memcached): Record<string, string> {
  return {
    ...selectorLabels(name),
    "app.kubernetes.io/name": "memcached",
    "app.kubernetes.io/instance": name,
    "app.kubernetes.io/managed-by": "memcached-operator",
  };
}

/** The metadata of what is made for a Memcached: in its namespace, with its labels, and gone when it is gone. */
export function metadataFor(memcached: Memcached, name: string = memcached.metadata.name): KubeObject["metadata"] {
  const { namespace } = memcached.metadata;
  return {
    name,
    ...(namespace !== undefined && { namespace }),
    labels: labelsFor(memcached),
    ownerReferences: [ownerReferenceTo(memcached, { controller: true, blockOwnerDeletion: true })],
  };
}
