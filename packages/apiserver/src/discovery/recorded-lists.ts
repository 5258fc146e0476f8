import type { RecordedDiscovery } from "../data/discovery-data.ts";
import type { ApiResourceList } from "./api-resource-list.ts";

/** The documents of the groups that are built in: the core group's first, the others as they are preferred. */
export function recordedLists({ groups, resources }: RecordedDiscovery): ApiResourceList[] {
  const others = groups.groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => groupVersion));
  return ["v1", ...others].map((groupVersion): ApiResourceList => {
    const list = { groupVersion, resources: resources[groupVersion] ?? [] };
    // The core group's is the only one that does not say its version.
    return groupVersion === "v1"
      ? { kind: "APIResourceList", ...list }
      : { kind: "APIResourceList", apiVersion: "v1", ...list };
  });
}
