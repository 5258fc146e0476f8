import { compareBytes } from "@kubewright/api/server";
import { type KindOrder, kindRank, kindSortText } from "../resource/kind-id.ts";
import type { ResourceId } from "../resource/resource-id.ts";
import type { ResourceList } from "../resource/resource-list.ts";

/** Orders objects by their kinds, then by group, version, namespace and name. Throws when two have the same id. */
export function sortResources(resources: ResourceList, order: KindOrder): void {
  resources.requireUnique();
  const keys = new Map(resources.all.map((resource) => [resource, resource.id]));
  resources.sort((a, b) => compareIds(keys.get(a)!, keys.get(b)!, order));
}

function compareIds(a: ResourceId, b: ResourceId, order: KindOrder): number {
  const byRank = kindRank(a.kind, order) - kindRank(b.kind, order);
  if (byRank !== 0) return byRank;
  const byKind = compareBytes(kindSortText(a), kindSortText(b));
  if (byKind === 0) return compareBytes(nameText(a), nameText(b));
  // The namespaces of the core come before objects of that name in other groups.
  const isNamespace = a.kind === "Namespace" && b.kind === "Namespace" && (a.group === "" || b.group === "");
  return isNamespace ? -byKind : byKind;
}

function nameText({ namespace, name }: ResourceId): string {
  return `${namespace || "~X"}|${name || "~N"}`;
}
