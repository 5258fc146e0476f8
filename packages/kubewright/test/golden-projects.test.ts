import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { runCommandLine } from "../src/command/command-line.ts";
import { toolVersions } from "../src/scaffold/template/package-files.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const goldenFolder = fileURLToPath(new URL("golden", import.meta.url));

const init = ["init", "--domain", "example.com", "--project-name", "memcached-operator"];
const memcached = ["create", "api", "--group", "cache", "--version", "v1alpha1", "--kind", "Memcached", "--yes"];
const deployImage = [
  ...["--plugins", "deploy-image/v1-alpha", "--image", "memcached:1.4.36-alpine"],
  ...["--image-container-command", "memcached,-m=64,-o,modern,-v", "--image-container-port", "11211"],
  ...["--run-as-user", "1001"],
];

/** What is typed in an empty folder. */
const projects: readonly { readonly name: string; readonly commands: readonly (readonly string[])[] }[] = [
  { name: "default", commands: [init, memcached] },
  {
    name: "deploy-image",
    commands: [
      [...init, "--repo", "github.com/example/memcached-operator", "--owner", "The Example Authors"],
      [...memcached, ...deployImage],
    ],
  },
  {
    name: "two-groups",
    commands: [
      [...init, "--license", "none"],
      memcached,
      ["create", "api", "--group", "cache", "--version", "v1", "--kind", "Backup", "--namespaced=false", "--yes"],
      ["create", "api", "--group", "shop", "--version", "v1beta1", "--kind", "Order", "--yes"],
    ],
  },
];

/** With kinds of others and a second version of one of its own. */
const manySided = {
  name: "many-sided",
  commands: [
    init,
    memcached,
    memcached.with(5, "v1"),
    ["create", "api", "--group", "apps", "--version", "v1", "--kind", "Deployment", "--resource=false", "--yes"],
    [
      ...["create", "api", "--group", "cert-manager", "--version", "v1", "--kind", "Certificate", "--yes"],
      ...["--resource=false", "--external-api-domain", "io"],
    ],
  ],
};

describe.each([...projects, manySided])("the project $name", ({ name, commands }) => {
  let folder: string;
  beforeAll(async () => {
    folder = await emptyFolder();
    for (const command of commands) await run(command, folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.skipIf(name === manySided.name)("is scaffolded as it was before", async () => {
    const files = await filesIn(folder);
    for (const file of files) {
      await expect(await readFile(join(folder, file), "utf8")).toMatchFileSnapshot(join(goldenFolder, name, file));
    }
    // What is no longer scaffolded has to be deleted by hand.
    const golden = await filesIn(join(goldenFolder, name));
    expect(golden.filter((file) => !files.includes(file))).toEqual([]);
  });

  test("compiles and is without blemish", async () => {
    const ends = await Promise.all([
      program(folder, "typescript/bin/tsc"),
      program(folder, "@biomejs/biome/bin/biome", "check"),
    ]);
    expect(ends.map(({ code, output }) => [code, code === 0 ? "" : output])).toEqual([
      [0, ""],
      [0, ""],
    ]);
  });

  test("stays as it is when everything is typed again", async () => {
    const said: string[] = [];
    for (const command of commands) said.push(await run(command, folder));
    expect(said.join("")).not.toMatch(/created|updated|overwrote|kept/);
    expect(await run(["init"], folder)).not.toMatch(/created|updated|overwrote|kept/);
  });

  test.runIf(name === manySided.name)(
    "has definitions of its own kinds, and tests that pass",
    async () => {
      const bases = join(folder, "config/crd/bases");
      expect(await readdir(bases)).toEqual(["cache.example.com_memcacheds.yaml"]);
      const { spec } = parse(await readFile(join(bases, "cache.example.com_memcacheds.yaml"), "utf8"));
      expect(spec.versions).toMatchObject([
        { name: "v1", storage: false },
        { name: "v1alpha1", storage: true },
      ]);
      expect(await readFile(join(folder, "config/rbac/role.yaml"), "utf8")).toContain("  - cert-manager.io\n");
      const { code, output } = await program(folder, "vitest/vitest.mjs", "run");
      expect([code, output]).toEqual([0, expect.stringMatching(/Tests .*2 passed.*1 todo/)]);
    },
    60_000,
  );
});

test("projects are developed with the tools that this repository is", async () => {
  const { devDependencies } = JSON.parse(await readFile(join(repository, "package.json"), "utf8"));
  expect(devDependencies).toMatchObject(toolVersions);
});

/** With the packages that `npm install` would bring. */
async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kubewright-golden-"));
  const modules = join(folder, "node_modules");
  for (const name of ["@kubewright", "@types", "@biomejs", "vitest", "vite", "typescript", "kubewright"]) {
    const target = join(modules, name);
    await mkdir(dirname(target), { recursive: true });
    await symlink(join(repository, "node_modules", name), target);
  }
  return folder;
}

async function run(args: readonly string[], folder: string): Promise<string> {
  const written: string[] = [];
  const output = { isTerminal: false, write: (text: string): void => void written.push(text) };
  const { signal: interrupted } = new AbortController();
  const host = { output, messages: output, env: {}, folder, temporaryFolder: folder, processId: 7, interrupted };
  const code = await runCommandLine(args, host);
  expect([code, code === 0 ? "" : written.join("")]).toEqual([0, ""]);
  return written.join("");
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith("node_modules/"))
    .sort();
}

function program(cwd: string, path: string, ...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(repository, "node_modules", path), ...args], { cwd }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}
