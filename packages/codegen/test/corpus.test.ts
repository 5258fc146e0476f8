import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { Marker, MarkerDefinition } from "../src/marker/marker.ts";
import { markerDefinitions } from "../src/marker/marker-table.ts";
import { buildModel } from "../src/model/build-model.ts";
import { byPosition, formatProblem, type Problem } from "../src/problem.ts";
import { generateFiles, readHeader } from "../src/run/generate-files.ts";
import { parseOptions } from "../src/run/parse-options.ts";
import { readSources } from "../src/source/read-sources.ts";
import type { SourceModule } from "../src/source/source-module.ts";
import { type CorpusCase, corpusCases, recordedFiles, withoutToolVersion } from "./corpus-cases.ts";
import { problemFiles, problemFolder } from "./problem-files.ts";

const testFolder = fileURLToPath(new URL(".", import.meta.url));
const cases = corpusCases();

let modules: readonly SourceModule[];
const found: Problem[] = [];
beforeAll(async () => {
  const files = [...cases.flatMap(({ typeScriptFiles }) => typeScriptFiles), ...problemFiles()];
  ({ modules } = await readSources(files, { folder: testFolder, report: (problem) => found.push(problem) }));
});

/** What the generators of a pair make of its TypeScript, and what they say of it. */
async function generate(one: Pick<CorpusCase, "folder" | "generators">, paths: readonly string[]) {
  const files = paths.map((path) => relative(testFolder, path));
  const problems = found.filter(({ position }) => files.includes(position.file));
  const report = (problem: Problem) => void problems.push(problem);
  const model = buildModel(
    modules.filter(({ file }) => files.includes(file)),
    report,
  );
  const made = new Map<string, string>();
  for (const generator of parseOptions(one.generators, "manifests").generators) {
    const header = await readHeader(generator, one.folder);
    for (const { path, text } of generateFiles(generator, model, header, report)) made.set(path, text);
  }
  return { made, problems };
}

describe("what controller-gen makes of the Go twin", () => {
  test("there are pairs", () => {
    expect(cases.length).toBeGreaterThan(100);
  });

  test("is compared for every marker that has a meaning, on all that it may stand on", () => {
    const ofPairs = cases.flatMap(({ typeScriptFiles }) => typeScriptFiles).map((path) => relative(testFolder, path));
    const used = new Set<MarkerDefinition>();
    const model = buildModel(
      modules.filter(({ file }) => ofPairs.includes(file)),
      () => {},
    );
    const use = (markers: readonly Marker[]) => {
      for (const { definition } of markers) used.add(definition);
    };
    for (const module of model.modules) {
      use(model.packageMarkers(module));
      for (const type of module.types) {
        use(model.typeMarkers(type));
        if (type.shape.form === "object") for (const field of type.shape.fields) use(model.fieldMarkers(field));
      }
    }
    const missing = markerDefinitions.filter((one) => one.ignored === undefined && !used.has(one));
    expect(missing.map(({ name, target }) => `${name} on a ${target}`)).toEqual([]);
  });

  test.each(cases.map((one) => [one.name, one] as const))("%s", async (_name, one) => {
    const { made, problems } = await generate(one, one.typeScriptFiles);
    expect(problems.filter(({ severity }) => severity === "error").map(formatProblem)).toEqual([]);
    const expected = recordedFiles(one);
    for (const [name, text] of expected)
      expect(withoutToolVersion(made.get(name) ?? "")).toBe(withoutToolVersion(text));
    expect([...made.keys()].sort()).toEqual([...expected.keys()]);
  });
});

describe("what is wrong is said with its place", () => {
  test.each(problemFiles().map((file) => [relative(problemFolder, file), file] as const))("%s", async (_name, file) => {
    const generators = ["crd", "rbac:roleName=manager-role"];
    const { problems } = await generate({ folder: problemFolder, generators }, [file]);
    const lines = problems.sort(byPosition).map(formatProblem);
    expect(lines).not.toEqual([]);
    const expected = file.replace(/\.ts$/, ".txt");
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(expected);
  });
});
