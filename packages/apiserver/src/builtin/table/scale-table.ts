import { creationDescription, nameColumn } from "../../resource/default-table.ts";
import type { TableColumn, TableConvertor } from "../../resource/resource.ts";
import { ageOf } from "./age.ts";

interface ScaleCounts {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number };
}

/** How kubectl prints the scale of a built-in kind. */
export const scaleTable: TableConvertor = {
  columns: [
    column("Name", "string", nameColumn.description),
    column("Desired", "integer", "replicas is the desired number of instances for the scaled object."),
    column("Available", "integer", "replicas is the actual number of observed instances of the scaled object."),
    column("Age", "string", creationDescription),
  ],
  cellsOf(object, now) {
    const { spec, status } = object as unknown as ScaleCounts;
    const { name, creationTimestamp } = object.metadata;
    return [name ?? "", spec?.replicas ?? 0, status?.replicas ?? 0, ageOf(creationTimestamp, now)];
  },
};

function column(name: string, type: string, description: string): TableColumn {
  return { name, type, format: "", description, priority: 0 };
}
