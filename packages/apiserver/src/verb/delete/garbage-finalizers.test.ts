import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { DeleteOptions, Strategy } from "../../resource/strategy.ts";
import { garbageFinalizers } from "./garbage-finalizers.ts";

interface FinalizerRow {
  readonly finalizers: readonly string[];
  readonly orphanDependents: boolean | null;
  readonly propagationPolicy: DeleteOptions["propagationPolicy"] | null;
  readonly defaultPropagation: Strategy["defaultPropagation"];
  readonly isChanged: boolean;
  readonly after: readonly string[];
}

const file = new URL("../../../test/vectors/deletion-finalizers.json", import.meta.url);
const rows = JSON.parse(readFileSync(file, "utf8")) as FinalizerRow[];

describe("garbageFinalizers", () => {
  test("are the reference's, for all options, finalizers and defaults", () => {
    const differences = rows.flatMap((row) => {
      const { finalizers, defaultPropagation } = row;
      const options: DeleteOptions = {
        orphanDependents: row.orphanDependents ?? undefined,
        propagationPolicy: row.propagationPolicy ?? undefined,
      };
      const after = garbageFinalizers(finalizers, options, defaultPropagation);
      const isSame = after.join() === row.after.join() && (after !== finalizers) === row.isChanged;
      return isSame ? [] : [{ row, after }];
    });
    expect(rows.length).toBeGreaterThan(150);
    expect(differences).toEqual([]);
  });
});
