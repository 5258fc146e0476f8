import type { TableColumn, TableConvertor } from "./resource.ts";

/** The column that all tables begin with. */
export const nameColumn: TableColumn = {
  name: "Name",
  type: "string",
  format: "name",
  description:
    "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names",
  priority: 0,
};

/** What columns of ages and times of creation say of themselves. */
export const creationDescription =
  "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";

/** How objects are printed for which nobody has thought of more. */
export const defaultTable: TableConvertor = {
  columns: [
    nameColumn,
    { name: "Created At", type: "date", format: "", description: creationDescription, priority: 0 },
  ],
  cellsOf: ({ metadata }) => [metadata.name ?? "", metadata.creationTimestamp ?? "0001-01-01T00:00:00Z"],
};
