import { defineKind, formatGroupResource, type Kind, type KubeObject } from "@kubewright/api";
import type { Client, ResourceMapping } from "@kubewright/client";

/** A resource that a server serves, as something that a client can be asked for. */
export interface DeletableResource {
  readonly mapping: ResourceMapping;
  readonly kind: Kind;
}

/**
 * What the server serves now that has all of `verbs`, each resource once, in the version that the server prefers.
 *
 * A group whose server is down is left out, or is as it was known before.
 */
export async function deletableResources(
  client: Pick<Client, "discovery">,
  verbs: readonly string[],
  options: { readonly signal?: AbortSignal } = {},
): Promise<readonly DeletableResource[]> {
  client.discovery.invalidate();
  const byName = new Map<string, ResourceMapping>();
  for (const mapping of await client.discovery.resources(options)) {
    const name = formatGroupResource(mapping);
    if (!byName.has(name)) byName.set(name, mapping);
  }
  return [...byName.values()]
    .filter((mapping) => verbs.every((verb) => mapping.verbs.includes(verb)))
    .map((mapping) => ({ mapping, kind: kindOf(mapping) }));
}

/** A kind as discovery describes it. */
export function kindOf({ group, version, kind, resource, scope }: ResourceMapping): Kind<KubeObject> {
  return defineKind({ group, version, kind, plural: resource, scope });
}
