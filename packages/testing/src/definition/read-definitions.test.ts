import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readDefinitions } from "./read-definitions.ts";

const definition = (name: string) =>
  `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: ${name} }\n`;

describe("readDefinitions", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kubewright-definitions-"));
    const role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: { name: a }\n";
    const files = {
      "b.yml": `# Of b\n---\n${definition("b")}---\n${role}---\n${definition("c")}---\n`,
      "a.json":
        '{ "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": { "name": "a" } }',
      "d.yaml": definition("d"),
      "e.txt": definition("e"),
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    await writeFile(join(folder, "role.other"), role);
    await writeFile(join(folder, "bad.other"), "a: [1\n");
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each([
    { source: "a file with several objects", path: "b.yml", names: ["b", "c"] },
    { source: "JSON", path: "a.json", names: ["a"] },
    { source: "a file of any name", path: "e.txt", names: ["e"] },
    { source: "a folder, by the names of its files", path: ".", names: ["a", "b", "c", "d"] },
  ])("takes the definitions of $source", async ({ path, names }) => {
    for (const source of [join(folder, path), pathToFileURL(join(folder, path))]) {
      expect((await readDefinitions(source)).map(({ metadata }) => metadata.name)).toEqual(names);
    }
  });

  test.each([
    { what: "a path that is not there", path: "no.yaml", problem: /no\.yaml cannot be read/ },
    { what: "a file without a definition", path: "role.other", problem: /role\.other has no CustomResourceDefinition/ },
    { what: "a file that is not YAML", path: "bad.other", problem: /bad\.other is not valid YAML: .*line 2/s },
  ])("refuses $what", async ({ path, problem }) => {
    await expect(readDefinitions(join(folder, path))).rejects.toMatchObject({
      code: "INVALID_DEFINITION",
      message: expect.stringMatching(problem),
    });
  });
});
