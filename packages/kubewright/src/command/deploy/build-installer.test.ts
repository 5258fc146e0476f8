import { cp, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import type { CommandHost } from "../../host.ts";
import { runCommandLine } from "../command-line.ts";

const golden = fileURLToPath(new URL("../../../test/golden/default/", import.meta.url));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubewright-installer-"));
  await cp(join(golden, "config"), join(folder, "config"), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

async function run(...args: string[]): Promise<{ code: number; output: string; messages: string }> {
  const said: { output: string[]; messages: string[] } = { output: [], messages: [] };
  const host: CommandHost = {
    output: { isTerminal: false, write: (text) => void said.output.push(text) },
    messages: { isTerminal: false, write: (text) => void said.messages.push(text) },
    env: {},
    folder,
    temporaryFolder: folder,
    processId: 7,
    interrupted: new AbortController().signal,
  };
  const code = await runCommandLine(["build-installer", ...args], host);
  return { code, output: said.output.join(""), messages: said.messages.join("") };
}

function imagesOf(text: string): string[] {
  return [...text.matchAll(/^ +image: (.*)$/gm)].map(([, image]) => image as string);
}

describe("build-installer", () => {
  test("writes all objects into one file, with the image in its place", async () => {
    const { code, output, messages } = await run("--image", "example.com/operator:v1");
    expect([code, messages]).toEqual([0, ""]);
    expect(output).toMatch(/^wrote dist\/install\.yaml: \d+ objects\n$/);
    const text = await readFile(join(folder, "dist/install.yaml"), "utf8");
    expect(imagesOf(text)).toEqual(["example.com/operator:v1"]);
    const kinds = parseAllDocuments(text).map((document) => (document as { toJS(): { kind: string } }).toJS().kind);
    expect(kinds[0]).toBe("Namespace");
    expect(kinds).toContain("CustomResourceDefinition");
    expect(kinds.at(-1)).toBe("Deployment");
    expect(`${kinds.length} objects`).toBe(output.match(/\d+ objects/)?.[0]);
  });

  test("changes no file of the config, and says when nothing changed", async () => {
    const manager = join(folder, "config/manager/kustomization.yaml");
    const before = await readFile(manager, "utf8");
    await run("--image", "example.com/operator:v1");
    const { mtimeMs } = await stat(join(folder, "dist/install.yaml"));
    expect((await run("--image", "example.com/operator:v1")).output).toContain("dist/install.yaml is up to date");
    expect((await stat(join(folder, "dist/install.yaml"))).mtimeMs).toBe(mtimeMs);
    expect((await run("--image", "example.com/operator:v2")).output).toContain("updated dist/install.yaml");
    expect(await readFile(manager, "utf8")).toBe(before);
  });

  test("without an image, keeps that of the config", async () => {
    const { output } = await run("--output", "-");
    expect(imagesOf(output)).toEqual(["controller:latest"]);
  });

  test("--output - prints the objects and nothing else", async () => {
    const { code, output, messages } = await run("--output", "-", "--image", "op@sha256:0123");
    expect([code, messages]).toEqual([0, ""]);
    expect(output).toMatch(/^apiVersion: v1\nkind: Namespace\n/);
    await expect(stat(join(folder, "dist"))).rejects.toThrow("ENOENT");
  });

  test("says what to do where there is no config", async () => {
    await rm(join(folder, "config"), { recursive: true });
    const { code, messages } = await run();
    expect(code).toBe(1);
    expect(messages).toMatch(/config\/default is not there: run this in the folder of your project/);
  });

  test("says what writes the files that are generated", async () => {
    await rm(join(folder, "config/rbac/role.yaml"));
    const { code, messages } = await run();
    expect(code).toBe(1);
    expect(messages).toMatch(
      /rbac\/kustomization\.yaml: "resources" names role\.yaml, but .*; "kubewright manifests" writes it/,
    );
  });

  test("refuses something that is no image", async () => {
    const { code, messages } = await run("--image", "my image");
    expect(code).toBe(1);
    expect(messages).toContain('"my image" is no name of an image');
  });

  test("a file that cannot be written is named, with what to do", async () => {
    const { code, messages } = await run("--output", "config");
    expect(code).toBe(1);
    expect(messages).toMatch(/^error: cannot write .*\/config: it is a folder; name a file in it\n/);
  });
});
