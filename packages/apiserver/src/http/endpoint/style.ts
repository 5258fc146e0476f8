import { formatApiVersion } from "@kubewright/api";
import type { Resource, Subresource, TableConvertor } from "../../resource/resource.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { ApiObject } from "../../resource-object.ts";
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
  return (subresource.type === "view" ? subresource.table : undefined) ?? plainTable;
}

/** What is shown of objects for which nobody has thought of more. */
const plainTable: TableConvertor = {
  columns: [
    {
      name: "Name",
      type: "string",
      format: "name",
      description:
        "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names",
      priority: 0,
    },
    {
      name: "Created At",
      type: "date",
      format: "",
      description:
        "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
      priority: 0,
    },
  ],
  cellsOf: ({ metadata }: ApiObject) => [metadata.name ?? "", metadata.creationTimestamp ?? "0001-01-01T00:00:00Z"],
};

/** Where the reference keeps the Go types of a group, if not in a package named as the group begins. */
const packages: ReadonlyMap<string, string> = new Map([
  ["", "core"],
  ["events.k8s.io", "core"],
]);

function goTypeOf(resource: { group: string; kind: string; isCustom: boolean }, viewKind?: string): string {
  if (resource.isCustom) return "*unstructured.Unstructured";
  if (viewKind === "Scale") return "*autoscaling.Scale";
  return `*${packages.get(resource.group) ?? resource.group.split(".")[0]}.${viewKind ?? resource.kind}`;
}
