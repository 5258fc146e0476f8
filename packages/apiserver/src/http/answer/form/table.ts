import { badRequestError } from "@kubewright/api";
import { quote } from "@kubewright/api/server";
import type { TableConvertor } from "../../../resource/resource.ts";
import type { ApiObject } from "../../../resource-object.ts";
import { jsonTextOf } from "./json-text.ts";
import { partialMetadataOf } from "./partial-metadata.ts";

/** What rows of a table carry of their objects. */
export type IncludeObject = "None" | "Metadata" | "Object";

/** Throws the 400 StatusError for a value that there is not. */
export function includeObjectOf(query: URLSearchParams): IncludeObject {
  const value = query.get("includeObject") ?? "";
  if (value === "") return "Metadata";
  if (value === "None" || value === "Metadata" || value === "Object") return value;
  throw badRequestError(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${quote(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

/** How a table is written. */
export interface TableStyle {
  readonly convertor: TableConvertor;
  /** Of the group `meta.k8s.io`. */
  readonly version: string;
  readonly includeObject: IncludeObject;
  readonly hasHeaders: boolean;
  /** In milliseconds; for ages. */
  readonly now: number;
  /** The JSON text of an object. */
  textOf(object: ApiObject): string;
}

/** The JSON text of a table of `objects`. `metadata` is that of the list or the object. */
export function tableTextOf(
  objects: readonly ApiObject[],
  metadata: Readonly<Record<string, unknown>>,
  style: TableStyle,
): string {
  const columns = style.hasHeaders ? jsonTextOf(style.convertor.columns) : "null";
  const { compare } = style.convertor;
  const ordered = compare === undefined ? objects : [...objects].sort(compare);
  const rows = ordered.map((object) => rowText(object, style)).join(",");
  const head = `{"kind":"Table","apiVersion":"meta.k8s.io/${style.version}","metadata":${jsonTextOf(metadata)}`;
  return `${head},"columnDefinitions":${columns},"rows":[${rows}]}`;
}

function rowText(object: ApiObject, style: TableStyle): string {
  const cells = jsonTextOf(style.convertor.cellsOf(object, style.now));
  const conditions = style.convertor.conditionsOf?.(object);
  const told = conditions === undefined ? "" : `,"conditions":${jsonTextOf(conditions)}`;
  return `{"cells":${cells}${told},"object":${shownText(object, style)}}`;
}

function shownText(object: ApiObject, { includeObject, version, textOf }: TableStyle): string {
  if (includeObject === "Object") return textOf(object);
  const isInitialEnd = object.metadata.annotations?.["k8s.io/initial-events-end"] === "true";
  if (includeObject === "None" && !isInitialEnd) return "null";
  return jsonTextOf(partialMetadataOf(object, version));
}
