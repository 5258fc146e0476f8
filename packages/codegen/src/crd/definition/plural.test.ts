import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Plurals } from "./plural.ts";

test("plurals of kinds are the reference's", () => {
  const plurals = new Plurals();
  const rows = JSON.parse(readFileSync(new URL("../../../test/vectors/plurals.json", import.meta.url), "utf8")) as [
    kind: string,
    plural: string,
  ][];
  const wrong = rows.filter(([kind, plural]) => plurals.of(kind) !== plural);
  expect(wrong.map(([kind, plural]) => [kind, plural, plurals.of(kind)]).slice(0, 20)).toEqual([]);
  expect(rows.length).toBeGreaterThan(12_000);
});
