import type { ReferenceReader } from "./reference-reader.ts";

/** What discovery says of a resource or subresource, in the legacy form. */
export interface DiscoveredResource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly storageVersionHash?: string;
}

export interface Discovery {
  /** `/api` and `/apis` in the aggregated form. */
  readonly aggregated: { readonly core: unknown; readonly groups: unknown };
  /** `/apis` in the legacy form; each group is at `/apis/<name>` too. */
  readonly groups: { readonly groups: readonly { name: string; versions: { groupVersion: string }[] }[] };
  /** The resources of each version, by `v1` or `apps/v1`. */
  readonly resources: Readonly<Record<string, readonly DiscoveredResource[]>>;
}

const aggregatedForm = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** All discovery documents of a server. */
export async function recordDiscovery(reader: ReferenceReader): Promise<Discovery> {
  const groups = await reader.json<Discovery["groups"]>("/apis");
  const versions = groups.groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion));
  const resources: Record<string, readonly DiscoveredResource[]> = {};
  for (const version of ["v1", ...versions]) {
    const path = version === "v1" ? "/api/v1" : `/apis/${version}`;
    const list = await reader.json<{ resources: DiscoveredResource[] }>(path);
    resources[version] = list.resources;
  }
  const core = await reader.json("/api", aggregatedForm);
  return { aggregated: { core, groups: await reader.json("/apis", aggregatedForm) }, groups, resources };
}
