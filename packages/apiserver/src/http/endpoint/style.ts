import { formatApiVersion } from "@kubewright/api";
import { packageOf } from "../../codec/go-package.ts";
import { defaultTable } from "../../resource/default-table.ts";
import type { Resource, Subresource, TableConvertor } from "../../resource/resource.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { ListStyle } from "../answer/write-list.ts";
import type { Route } from "./route.ts";

/** How objects and lists at the end of a route are shown. */
export function styleOf(state: ServerState, { resource, subresource }: Route): ListStyle {
  const { store } = state;
  return {
    convertor: convertorOf(resource, subresource),
    now: state.clock.now(),
    goType: goTypeOf(resource, subresource?.kind.kind),
    kind: resource.listKind,
    apiVersion: formatApiVersion(resource),
    isCustom: resource.isCustom,
    textOf: (object) => store.textOf(object),
    itemTextOf: (object) => store.itemTextOf(object),
  };
}

function convertorOf(resource: Resource, subresource: Subresource | undefined): TableConvertor {
  if (subresource === undefined || subresource.name === "status") return resource.table;
  return (subresource.type === "view" ? subresource.table : undefined) ?? defaultTable;
}

function goTypeOf(resource: { group: string; kind: string; isCustom: boolean }, viewKind?: string): string {
  if (resource.isCustom) return "*unstructured.Unstructured";
  if (viewKind === "Scale") return "*autoscaling.Scale";
  return `*${packageOf(resource.group)}.${viewKind ?? resource.kind}`;
}
