import type { GroupVersionSource, Resource, Schema } from "./open-api.ts";

/** Reads one JSON document from a server by its path. */
export type GetJson = (path: string) => Promise<unknown>;

/** Everything that a server publishes about its generally available groups and versions (`v1`, `v2`, not `v1beta1`). */
export async function readServer(getJson: GetJson): Promise<GroupVersionSource[]> {
  const index = (await getJson("/openapi/v3")) as { paths: Record<string, { serverRelativeURL: string }> };
  const sources: GroupVersionSource[] = [];
  for (const [path, { serverRelativeURL }] of Object.entries(index.paths)) {
    const match = /^(?:api|apis\/([^/]+))\/(v\d+)$/.exec(path);
    if (match === null) continue;
    const document = (await getJson(serverRelativeURL)) as { components: { schemas: Record<string, Schema> } };
    const list = (await getJson(`/${path}`)) as { resources: Resource[] };
    sources.push({
      group: match[1] ?? "",
      version: match[2]!,
      schemas: document.components.schemas,
      resources: list.resources,
    });
  }
  return sources;
}
