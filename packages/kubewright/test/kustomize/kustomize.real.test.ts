import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { findPrograms, programFolder, systemTestHost } from "@kubewright/testing";
import { expect, test } from "vitest";
import { memoryFiles } from "../../src/kustomize/file-tree.ts";
import { manifestText } from "../../src/kustomize/manifest-text.ts";
import { renderKustomization } from "../../src/kustomize/render-kustomization.ts";
import { goldenKustomizations, type KustomizeCase, kustomizeCases } from "./kustomize-cases.ts";

interface Outcome {
  readonly ending: ".yaml" | ".error.txt";
  readonly text: string;
}

async function kubectlKustomize({ files, folder }: Pick<KustomizeCase, "files" | "folder">): Promise<Outcome> {
  const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
  const root = await mkdtemp(join(tmpdir(), "kubewright-kustomize-"));
  try {
    for (const { path, text } of files) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    const { stdout } = await promisify(execFile)(kubectl, ["kustomize", folder], { cwd: root });
    return { ending: ".yaml", text: stdout };
  } catch (error) {
    const text = (error as { stderr: string }).stderr.replaceAll(root, "ROOT").replace(/0x[\da-f]+/g, "0x…");
    return { ending: ".error.txt", text };
  } finally {
    await rm(root, { recursive: true });
  }
}

/** Recorded again with `npx vitest run --project real packages/kubewright/test/kustomize -u`. */
test.each(kustomizeCases().map((one) => [one.name, one] as const))(
  "kubectl gives what is recorded for %s",
  async (_name, one) => {
    const { ending, text } = await kubectlKustomize(one);
    await expect(text).toMatchFileSnapshot(`${one.recording}${ending}`);
  },
);

test.each(goldenKustomizations().map((one) => [one.name, one] as const))(
  "%s is rendered as kubectl renders it",
  async (_name, { files, folder }) => {
    const ours = manifestText(await renderKustomization(memoryFiles(files), folder));
    expect(ours).toBe((await kubectlKustomize({ files, folder })).text);
  },
);
