import { readFileSync } from "node:fs";
import { parseJson } from "@kubewright/api";
import { expect, test } from "vitest";
import { restoreError } from "./restore-error.ts";
import { loadTypeGraph } from "./type-graph.ts";

const graph = loadTypeGraph();
const { cases } = parseJson(readFileSync(new URL("../../test/vectors/restore.json", import.meta.url), "utf8")) as {
  cases: [group: string, version: string, kind: string, body: string, expected: { error?: string }][];
};

test.each(cases)("%s/%s %s: %s", (group, version, kind, body, { error }) => {
  expect(restoreError(parseJson(body), graph.kind(group, version, kind)!)).toBe(error);
});
