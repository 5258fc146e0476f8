import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { memoryFiles } from "../../src/kustomize/file-tree.ts";
import { KustomizationError } from "../../src/kustomize/kustomization-error.ts";
import { manifestText } from "../../src/kustomize/manifest-text.ts";
import { renderKustomization } from "../../src/kustomize/render-kustomization.ts";
import { goldenKustomizations, type KustomizeCase, kustomizeCases } from "./kustomize-cases.ts";

async function render({ files, folder }: Pick<KustomizeCase, "files" | "folder">): Promise<string> {
  return manifestText(await renderKustomization(memoryFiles(files), folder));
}

const cases = kustomizeCases();
const refused = cases.filter(({ recording }) => existsSync(`${recording}.error.txt`));

describe("a kustomization is rendered as kubectl renders it", () => {
  test.each(cases.filter((one) => !refused.includes(one)).map((one) => [one.name, one] as const))(
    "%s",
    async (_name, one) => {
      expect(await render(one)).toBe(readFileSync(`${one.recording}.yaml`, "utf8"));
    },
  );
});

describe("what kubectl refuses is refused, with the file and the field", () => {
  test.each(refused.map((one) => [one.name, one] as const))("%s", async (_name, one) => {
    const error = await render(one).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(KustomizationError);
    await expect(`${(error as Error).message}\n`).toMatchFileSnapshot(`${one.recording}.refusal.txt`);
  });
});

test.each(goldenKustomizations().map((one) => [one.name, one] as const))("%s is rendered", async (_name, one) => {
  expect(await render(one)).toMatch(/^apiVersion: /);
});
