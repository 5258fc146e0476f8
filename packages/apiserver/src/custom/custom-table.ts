import { parseTime } from "@kubewright/api";
import { formatFloat, formatHumanDuration, goJson } from "@kubewright/api/server";
import { creationDescription, nameColumn } from "../resource/default-table.ts";
import type { TableColumn, TableConvertor } from "../resource/resource.ts";
import type { ApiObject } from "../resource-object.ts";
import type { DefinitionVersion } from "./definition/definition.ts";
import { findValues } from "./json-path/find-values.ts";
import { type JsonPath, JsonPathError } from "./json-path/json-path-step.ts";
import { parseJsonPath } from "./json-path/parse-json-path.ts";

type Column = NonNullable<DefinitionVersion["additionalPrinterColumns"]>[number];

const ageColumn: Column = {
  name: "Age",
  type: "date",
  description: creationDescription,
  jsonPath: ".metadata.creationTimestamp",
};

/** How kubectl prints objects of a definition: their names, then its columns, or their age where it has none. */
export function customTable({ additionalPrinterColumns: asked = [] }: DefinitionVersion): TableConvertor {
  return tableOf(asked.length === 0 ? [ageColumn] : asked);
}

/** How kubectl prints the `scale` of objects of a definition. */
export const scaleTable: TableConvertor = tableOf([
  { name: "Desired", type: "integer", description: "Number of desired replicas", jsonPath: ".spec.replicas" },
  { name: "Available", type: "integer", description: "Number of actual replicas", jsonPath: ".status.replicas" },
  ageColumn,
]);

function tableOf(asked: readonly Column[]): TableConvertor {
  const columns: TableColumn[] = [nameColumn];
  const paths: JsonPath[] = [];
  for (const column of asked) {
    const path = pathOf(column);
    // The server stops at the first column that it cannot read.
    if (path === undefined) break;
    paths.push(path);
    columns.push({
      name: column.name,
      type: column.type,
      format: column.format ?? "",
      description: column.description || `Custom resource definition column (in JSONPath format): ${column.jsonPath}`,
      priority: column.priority ?? 0,
    });
  }
  return {
    columns,
    cellsOf: (object, now) => [
      object.metadata.name ?? "",
      ...paths.map((path, index) => cellOf(object, path, columns[index + 1]!.type, now)),
    ],
  };
}

function pathOf({ jsonPath }: Column): JsonPath | undefined {
  try {
    return parseJsonPath(jsonPath);
  } catch (error) {
    if (error instanceof JsonPathError) return undefined;
    throw error;
  }
}

function cellOf(object: ApiObject, path: JsonPath, type: string, now: number): unknown {
  let found: unknown[];
  try {
    found = findValues(path, object);
  } catch (error) {
    if (error instanceof JsonPathError) return null;
    throw error;
  }
  if (found.length === 0) return null;
  const [value] = found;
  if (type === "string") return textOf(value);
  if (value === null) return null;
  const isNumber = typeof value === "number" || typeof value === "bigint";
  switch (type) {
    case "integer":
      return isNumber ? (typeof value === "number" ? Math.trunc(value) : value) : null;
    case "number":
      return isNumber ? value : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? ageOf(value, now) : null;
    default:
      return null;
  }
}

function textOf(value: unknown): string {
  if (value === null) return "<no value>";
  if (typeof value === "object") return goJson(value);
  return typeof value === "number" && !Number.isSafeInteger(value) ? formatFloat(value) : String(value);
}

function ageOf(time: string, now: number): string {
  if (time === "" || time === "null") return "<unknown>";
  try {
    return formatHumanDuration(now - parseTime(time));
  } catch {
    return "<invalid>";
  }
}
