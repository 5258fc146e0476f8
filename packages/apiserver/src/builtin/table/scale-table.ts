import type { TableColumn, TableConvertor } from "../../resource/resource.ts";
import { ageOf } from "./age.ts";

interface ScaleCounts {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number };
}

function column(name: string, type: string, description: string): TableColumn {
  return { name, type, format: "", description, priority: 0 };
}

/** How kubectl prints the scale of a built-in kind. */
export const scaleTable: TableConvertor = {
  columns: [
    column(
      "Name",
      "string",
      "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names",
    ),
    column("Desired", "integer", "replicas is the desired number of instances for the scaled object."),
    column("Available", "integer", "replicas is the actual number of observed instances of the scaled object."),
    column(
      "Age",
      "string",
      "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
    ),
  ],
  cellsOf(object, now) {
    const { spec, status } = object as unknown as ScaleCounts;
    const { name, creationTimestamp } = object.metadata;
    return [name ?? "", spec?.replicas ?? 0, status?.replicas ?? 0, ageOf(creationTimestamp, now)];
  },
};
