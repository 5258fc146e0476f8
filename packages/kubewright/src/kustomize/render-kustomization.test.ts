import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { diskFiles } from "./disk-files.ts";
import { memoryFiles } from "./file-tree.ts";
import { renderKustomization } from "./render-kustomization.ts";

const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n";

function files(texts: Readonly<Record<string, string>>) {
  return memoryFiles(Object.entries(texts).map(([path, text]) => ({ path, text })));
}

async function refusal(kustomization: string): Promise<string> {
  const tree = files({ "app/kustomization.yaml": kustomization, "app/a.yaml": configMap });
  const error = await renderKustomization(tree, "app").catch((reason: unknown) => reason);
  return (error as Error).message;
}

describe("what is not supported is refused by name", () => {
  test.each([
    ["helmCharts", "helmCharts: [{name: a, repo: https://example.com}]"],
    ["helmGlobals", "helmGlobals: {chartHome: a}"],
    ["helmChartInflationGenerator", "helmChartInflationGenerator: [{chartName: a}]"],
    ["generators", "generators: [a.yaml]"],
    ["transformers", "transformers: [a.yaml]"],
    ["validators", "validators: [a.yaml]"],
    ["crds", "crds: [a.yaml]"],
    ["openapi", "openapi: {path: a.json}"],
    ["buildMetadata", "buildMetadata: [originAnnotations]"],
  ])("the field %s", async (field, kustomization) => {
    expect(await refusal(kustomization)).toMatch(
      new RegExp(`^app/kustomization\\.yaml: the field "${field}" is not supported; `),
    );
  });

  test.each([
    "https://example.com/a.yaml",
    "ssh://git@example.com/a",
    "github.com/example/repository//config?ref=v1",
    "git@example.com:a/b.git",
  ])("the resource %s", async (resource) => {
    const message = await refusal(`resources: ["${resource}"]`);
    expect(message).toContain(`app/kustomization.yaml: "resources" names ${resource}: `);
    expect(message).toMatch(/not supported; (?:download|clone) it/);
  });

  test("a field of these without a value is none", async () => {
    const tree = files({ "kustomization.yaml": "resources: [a.yaml]\ncrds: []\nopenapi:\n", "a.yaml": configMap });
    expect(await renderKustomization(tree, ".")).toHaveLength(1);
  });
});

describe("renderKustomization", () => {
  test("tells of deprecated fields, with the file and today's field", async () => {
    const said: string[] = [];
    const tree = files({
      "app/kustomization.yaml": "bases: [../base]\ncommonLabels: {a: b}\n",
      "base/kustomization.yaml": "resources: [a.yaml]\npatchesStrategicMerge: []\n",
      "base/a.yaml": configMap,
    });
    await renderKustomization(tree, "app", { warn: (message) => said.push(message) });
    expect(said).toEqual([
      'app/kustomization.yaml: "bases" is deprecated; use "resources"',
      'app/kustomization.yaml: "commonLabels" is deprecated; use "labels"',
      'base/kustomization.yaml: "patchesStrategicMerge" is deprecated; use "patches"',
    ]);
  });

  test("reads from the disk, also beside the root", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kubewright-render-"));
    try {
      await mkdir(join(folder, "base"));
      await mkdir(join(folder, "app"));
      await writeFile(
        join(folder, "base/kustomization.yaml"),
        "resources: [a.yaml]\nconfigMapGenerator: [{name: b, files: [x]}]\n",
      );
      await writeFile(join(folder, "base/a.yaml"), configMap);
      await writeFile(join(folder, "base/x"), Buffer.from([0xff, 0x00]));
      await writeFile(join(folder, "app/kustomization.yaml"), "resources: [../base]\nnamePrefix: p-\n");
      const objects = await renderKustomization(diskFiles(join(folder, "app")), ".");
      expect(objects.map(({ metadata }) => metadata.name)).toEqual(
        ["p-b-", "p-settings"].map((name) => expect.stringContaining(name)),
      );
      expect(objects[0]).toMatchObject({ binaryData: { x: "/wA=" } });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("a file that aliases blow up is refused", async () => {
    const levels = Array.from(
      { length: 9 },
      (_, i) => `l${i + 1}: &l${i + 1} [${Array(10).fill(`*l${i}`).join(", ")}]`,
    );
    const text = `${configMap}data:\n  l0: &l0 x\n${levels.map((level) => `  ${level}\n`).join("")}`;
    const tree = files({ "kustomization.yaml": "resources: [a.yaml]\n", "a.yaml": text });
    await expect(renderKustomization(tree, ".")).rejects.toThrow("a.yaml: has more than 1000000 values");
  });

  test("objects are plain, whatever their keys", async () => {
    const text = `${configMap}data:\n  __proto__: a\n  constructor: b\n`;
    const tree = files({ "kustomization.yaml": "resources: [a.yaml]\nnamePrefix: p-\n", "a.yaml": text });
    const [object] = await renderKustomization(tree, ".");
    expect(Object.entries(object?.data as object)).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
    ]);
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  });
});
