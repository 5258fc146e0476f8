import type { Discovery } from "./record-discovery.ts";
import type { ReferenceReader } from "./reference-reader.ts";

const tableForm = "application/json;as=Table;g=meta.k8s.io;v=v1";

/** The columns of the table of every resource that can be listed: by version, then by name. */
export async function recordTables(reader: ReferenceReader, discovery: Discovery): Promise<unknown> {
  const tables: Record<string, Record<string, unknown>> = {};
  for (const [version, resources] of Object.entries(discovery.resources)) {
    const root = version === "v1" ? "/api/v1" : `/apis/${version}`;
    const columns: Record<string, unknown> = {};
    for (const { name, verbs } of resources) {
      if (!verbs.includes("list")) continue;
      const table = await reader.json<{ columnDefinitions: unknown }>(`${root}/${name}`, tableForm);
      columns[name] = table.columnDefinitions;
    }
    if (Object.keys(columns).length > 0) tables[version] = columns;
  }
  return tables;
}
