import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findPrograms, programFolder, systemTestHost } from "@kubewright/testing";
import { describe, expect, test } from "vitest";
import { type CorpusCase, corpusCases, corpusFolder, goPackages } from "./corpus-cases.ts";

const cases = corpusCases();
const alone = cases.filter(({ generators }) => generators.some((generator) => !generator.startsWith("crd")));
const headers = cases.filter((one) => !alone.includes(one) && one.generators[0]!.includes("headerFile="));

/** CRDs of pairs with the same options come from one run: each pair has a group of its own. */
function together(): Map<string, CorpusCase[]> {
  const byOptions = new Map<string, CorpusCase[]>();
  for (const one of cases) {
    if (alone.includes(one) || headers.includes(one)) continue;
    const options = one.generators.join(" ");
    byOptions.set(options, [...(byOptions.get(options) ?? []), one]);
  }
  return byOptions;
}

async function controllerGen(generators: readonly string[], paths: readonly string[]): Promise<Map<string, string>> {
  const { "controller-gen": program } = await findPrograms(programFolder(systemTestHost()), ["controller-gen"]);
  const folder = await mkdtemp(join(tmpdir(), "kubewright-corpus-"));
  try {
    const args = [...generators, ...paths.map((path) => `paths=${path}`), `output:dir=${folder}`];
    await promisify(execFile)(program, args, { cwd: corpusFolder });
    const names = (await readdir(folder)).sort();
    return new Map(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Recorded again with `npx vitest run --project real packages/codegen/test/corpus.real.test.ts -u`. */
async function isAsRecorded(one: CorpusCase, made: ReadonlyMap<string, string>): Promise<void> {
  const expected = join(one.folder, "expected");
  expect(made.size, one.name).toBeGreaterThan(0);
  for (const [name, text] of made) await expect(text).toMatchFileSnapshot(join(expected, name));
  // Before the first recording there is no folder.
  const there = await readdir(expected).catch(() => []);
  expect(there.filter((name) => !made.has(name))).toEqual([]);
}

describe("controller-gen gives what is recorded", () => {
  test.each([...together()])(
    "for pairs with %s",
    async (options, pairs) => {
      const made = await controllerGen(options.split(" "), pairs.map(goPackages));
      for (const one of pairs) {
        const own = [...made].filter(([name]) => one.groups.some((group) => name.startsWith(`${group}_`)));
        await isAsRecorded(one, new Map(own));
      }
    },
    300_000,
  );

  test.each([...alone, ...headers].map((one) => [one.name, one] as const))("for %s", async (_name, one) => {
    const generators = one.generators.map((option) => option.replace("headerFile=", `headerFile=${one.folder}/`));
    await isAsRecorded(one, await controllerGen(generators, [goPackages(one)]));
  });
});
