import type { GroupVersion } from "@kubewright/api";
import type { ResourceMapping } from "./discovery.ts";

/** `/api` of a server without aggregated discovery: the versions of the core group. */
interface CoreVersionsDocument {
  readonly versions?: readonly string[] | null;
}

/** `/apis` of a server without aggregated discovery: the named groups. */
interface GroupsDocument {
  readonly groups?: readonly LegacyGroup[] | null;
}

interface LegacyGroup {
  readonly name: string;
  readonly versions?: readonly { readonly version: string }[] | null;
  readonly preferredVersion?: { readonly version?: string };
}

/** `/api/v1` or `/apis/<group>/<version>`: the resources and subresources of one version. */
interface ResourcesDocument {
  readonly resources?: readonly LegacyResource[] | null;
}

interface LegacyResource {
  /** `pods`, or `pods/log` for a subresource. */
  readonly name: string;
  readonly singularName?: string;
  readonly namespaced?: boolean;
  readonly kind: string;
  readonly verbs?: readonly string[] | null;
  readonly shortNames?: readonly string[] | null;
  readonly categories?: readonly string[] | null;
}

/** The groups and versions that `/api` or `/apis` names, the preferred version of each group first. */
export function groupVersionsInLegacy(document: object): GroupVersion[] {
  const { versions, groups } = document as CoreVersionsDocument & GroupsDocument;
  const core = (versions ?? []).map((version) => ({ group: "", version }));
  const named = (groups ?? []).flatMap(({ name, versions, preferredVersion }) => {
    const all = (versions ?? []).map(({ version }) => version);
    const preferred = all.filter((version) => version === preferredVersion?.version);
    const others = all.filter((version) => version !== preferredVersion?.version);
    return [...preferred, ...others].map((version) => ({ group: name, version }));
  });
  return [...core, ...named];
}

/** The resources of one version, each with the names of its subresources. */
export function mappingsInLegacy({ group, version }: GroupVersion, document: object): ResourceMapping[] {
  const entries = (document as ResourcesDocument).resources ?? [];
  const subresources = new Map<string, string[]>();
  for (const { name } of entries) {
    const slash = name.indexOf("/");
    if (slash === -1) continue;
    const parent = name.slice(0, slash);
    subresources.set(parent, [...(subresources.get(parent) ?? []), name.slice(slash + 1)]);
  }
  return entries
    .filter(({ name }) => !name.includes("/"))
    .map((entry) => ({
      group,
      version,
      kind: entry.kind,
      resource: entry.name,
      scope: entry.namespaced === true ? "Namespaced" : "Cluster",
      verbs: entry.verbs ?? [],
      singular: entry.singularName || entry.kind.toLowerCase(),
      shortNames: entry.shortNames ?? [],
      categories: entry.categories ?? [],
      subresources: subresources.get(entry.name) ?? [],
    }));
}
