import { parseApiVersion } from "@kubewright/api";
import type { ApiResourceList } from "./api-resource-list.ts";

/** What `/` lists: the paths that do not need a resource, in order. */
export function rootPaths(lists: readonly ApiResourceList[], healthPaths: readonly string[]): string[] {
  const paths = new Set(["/.well-known/openid-configuration", "/api", "/apis", "/apis/", ...healthPaths]);
  for (const path of ["/metrics", "/openapi/v2", "/openapi/v3", "/openapi/v3/", "/openid/v1/jwks", "/version"]) {
    paths.add(path);
  }
  for (const { groupVersion } of lists) {
    const { group } = parseApiVersion(groupVersion);
    if (group !== "") paths.add(`/apis/${group}`);
    paths.add(group === "" ? `/api/${groupVersion}` : `/apis/${groupVersion}`);
  }
  return [...paths].sort();
}
