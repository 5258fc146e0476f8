import { parseApiVersion } from "@kubewright/api";
import type { ApiResource, ApiResourceList } from "./api-resource-list.ts";

/** What all lists say, in the one document that clients ask for since Kubernetes 1.26. */
export function aggregatedDiscovery(lists: readonly ApiResourceList[], isCustom: (group: string) => boolean): object {
  const groups = new Map<string, object[]>();
  for (const list of lists) {
    const { group, version } = parseApiVersion(list.groupVersion);
    const versions = groups.get(group) ?? [];
    groups.set(group, versions);
    const own = isCustom(group) ? { group, version } : { group: "", version: "" };
    versions.push({ version, resources: resourcesOf(list.resources, own), freshness: "Current" });
  }
  const items = [...groups].map(([name, versions]) => ({ metadata: name === "" ? {} : { name }, versions }));
  return { kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", metadata: {}, items };
}

/** Documents of built-in groups leave group and version of their own kinds empty. */
interface OwnVersion {
  readonly group: string;
  readonly version: string;
}

function resourcesOf(resources: readonly ApiResource[], own: OwnVersion): object[] {
  const views = new Map<string, object[]>();
  for (const { name, verbs, ...kind } of resources) {
    const slash = name.indexOf("/");
    if (slash === -1) continue;
    const parent = name.slice(0, slash);
    const view = { subresource: name.slice(slash + 1), responseKind: kindOf(kind, own), verbs };
    views.set(parent, [...(views.get(parent) ?? []), view]);
  }
  return resources
    .filter(({ name }) => !name.includes("/"))
    .map((resource) => {
      const { name, namespaced, singularName, verbs, shortNames, categories } = resource;
      const subresources = views.get(name);
      return {
        resource: name,
        responseKind: kindOf(resource, own),
        scope: namespaced ? "Namespaced" : "Cluster",
        singularResource: singularName,
        verbs,
        ...(shortNames && { shortNames }),
        ...(categories && { categories }),
        ...(subresources && { subresources }),
      };
    });
}

function kindOf({ group, version, kind }: Pick<ApiResource, "group" | "version" | "kind">, own: OwnVersion): object {
  return { group: group ?? own.group, version: version ?? own.version, kind };
}
