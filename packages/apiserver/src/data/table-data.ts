import { readDataText } from "./data-file.ts";

/** A column of a table, as in `TableColumnDefinition`. */
export interface RecordedColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

/** Reads the columns of the tables of all resources that can be listed: by `v1` or `apps/v1`, then by plural. */
export function readTableColumns(): Readonly<Record<string, Readonly<Record<string, readonly RecordedColumn[]>>>> {
  return JSON.parse(readDataText("table-columns.json"));
}
