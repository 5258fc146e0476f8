import { readFileSync } from "node:fs";
import { type ObjectMeta, type StatusCause, validateDns1123Subdomain } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { validateObjectMeta } from "./validate-object-meta.ts";
import { validateObjectMetaUpdate } from "./validate-object-meta-update.ts";

interface MetaRow {
  readonly metadata: ObjectMeta;
  readonly old?: ObjectMeta;
  readonly isNamespaced: boolean;
  readonly problems: readonly string[];
}

const file = new URL("../../../test/vectors/object-meta.json", import.meta.url);
const rows = JSON.parse(readFileSync(file, "utf8")) as MetaRow[];

function problemsOf({ metadata, old, isNamespaced }: MetaRow): string[] {
  const causes =
    old === undefined
      ? validateObjectMeta(metadata, isNamespaced, (name, isPrefix) => validateDns1123Subdomain(name, { isPrefix }))
      : validateObjectMetaUpdate(metadata, old);
  return causes.map(({ field, message }: StatusCause) => `${field}: ${message}`);
}

describe("the rules of metadata", () => {
  test("are the reference's, in its words and order", () => {
    const differences = rows.flatMap((row) => {
      const problems = problemsOf(row);
      return JSON.stringify(problems) === JSON.stringify(row.problems) ? [] : [{ row, problems }];
    });
    expect(rows.length).toBeGreaterThan(200);
    expect(differences).toEqual([]);
  });

  test("annotations may have 256 KiB in all", () => {
    const problems = (length: number) =>
      problemsOf({
        metadata: { name: "a", annotations: { k: "x".repeat(length) } },
        isNamespaced: false,
        problems: [],
      });
    expect(problems(262_143)).toEqual([]);
    expect(problems(262_144)).toEqual(["metadata.annotations: Too long: may not be more than 262144 bytes"]);
  });
});
