import { readFileSync } from "node:fs";
import { parseJson } from "@kubewright/api";
import { expect, test } from "vitest";
import { findValues } from "./find-values.ts";
import { JsonPathError } from "./json-path-step.ts";
import { parseJsonPath } from "./parse-json-path.ts";

const { paths, objects } = parseJson(
  readFileSync(new URL("../../../test/vectors/json-paths.json", import.meta.url), "utf8"),
) as { paths: { path: string; found: unknown[] | null }[]; objects: unknown[] };

/** Members of objects come in no order in the reference, and ours in that of the object. */
function inSomeOrder(values: unknown[] | null): unknown {
  return values?.map((value) => JSON.stringify(value)).sort();
}

test.each(paths)("the path $path leads where it leads in the reference", ({ path, found }) => {
  let values: unknown[] | null = null;
  try {
    values = findValues(parseJsonPath(path), objects[0]);
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
  }
  expect(inSomeOrder(values)).toEqual(inSomeOrder(found));
});
