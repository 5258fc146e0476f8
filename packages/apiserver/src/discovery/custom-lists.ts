import { createHash } from "node:crypto";
import { customVerbs, customViewVerbs } from "../custom/custom-resource.ts";
import { hasCondition } from "../custom/definition/condition.ts";
import type { Definition, DefinitionVersion } from "../custom/definition/definition.ts";
import { compareVersions } from "../custom/version-order.ts";
import type { ApiResource, ApiResourceList } from "./api-resource-list.ts";

/** The documents of all groups that definitions make: groups by name, versions as they are preferred. */
export function customLists(definitions: readonly Definition[]): ApiResourceList[] {
  const lists = new Map<string, Map<string, ApiResource[]>>();
  for (const definition of definitions) {
    if (!hasCondition(definition, "Established")) continue;
    const { group, versions } = definition.spec;
    for (const version of versions) {
      if (!version.served) continue;
      const byVersion = lists.get(group) ?? new Map<string, ApiResource[]>();
      lists.set(group, byVersion);
      const resources = byVersion.get(version.name) ?? [];
      byVersion.set(version.name, [...resources, ...resourcesOf(definition, version)]);
    }
  }
  return [...lists]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([group, byVersion]) => {
      const versions = [...byVersion].sort(([a], [b]) => compareVersions(a, b));
      return versions.map(([version, resources]): ApiResourceList => {
        return { kind: "APIResourceList", apiVersion: "v1", groupVersion: `${group}/${version}`, resources };
      });
    });
}

function resourcesOf(definition: Definition, version: DefinitionVersion): ApiResource[] {
  const { spec, status } = definition;
  const { plural, singular = "", kind, shortNames, categories } = status?.acceptedNames ?? spec.names;
  const namespaced = spec.scope === "Namespaced";
  const stored = spec.versions.find(({ storage }) => storage)?.name ?? "";
  const resources: ApiResource[] = [
    {
      name: plural,
      singularName: singular,
      namespaced,
      kind,
      verbs: hasCondition(definition, "Terminating") ? terminatingVerbs : customVerbs,
      ...(shortNames !== undefined && shortNames.length > 0 && { shortNames }),
      ...(categories !== undefined && categories.length > 0 && { categories }),
      storageVersionHash: storageVersionHash(spec.group, stored, kind),
    },
  ];
  const view = { singularName: "", namespaced, verbs: customViewVerbs };
  if (version.subresources?.status) resources.push({ ...view, name: `${plural}/status`, kind });
  if (version.subresources?.scale) {
    resources.push({ ...view, name: `${plural}/scale`, group: "autoscaling", version: "v1", kind: "Scale" });
  }
  return resources;
}

const terminatingVerbs = ["delete", "deletecollection", "get", "list", "watch"];

/** Tells clients whether the version in which objects are stored has changed. */
function storageVersionHash(group: string, version: string, kind: string): string {
  return createHash("sha256").update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString("base64");
}
