import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { markerDefinitions } from "../../src/marker/marker-table.ts";
import { markerTables } from "./marker-page.ts";

const path = fileURLToPath(new URL("../../../../docs/guide/markers.md", import.meta.url));

test("the guide's page on markers has the table as it is", async () => {
  const page = readFileSync(path, "utf8");
  const tables = markerTables();
  const updated = page.replace(
    /(<!-- markers -->\n)[\s\S]*?(<!-- \/markers -->)/,
    (_, open, close) => `${open}${tables}${close}`,
  );
  expect(updated).toContain(tables);
  await expect(updated).toMatchFileSnapshot(path);
});

test("the page names every marker, those for items by the one for the list", () => {
  const tables = markerTables();
  const missing = markerDefinitions.filter(({ name }) => !tables.includes(name.replace(":items:", ":")));
  expect(missing.map(({ name }) => name)).toEqual([]);
});
