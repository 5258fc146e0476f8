import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CommandHost } from "../host.ts";
import { runCommandLine } from "./command-line.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubewright-manifests-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(args: string[], isTerminal = false): Promise<{ code: number; output: string; messages: string }> {
  const said = { output: "", messages: "" };
  const to = (name: "output" | "messages") => ({
    isTerminal,
    write: (text: string): void => {
      said[name] += text;
    },
  });
  const host: CommandHost = {
    output: to("output"),
    messages: to("messages"),
    env: { NO_COLOR: "1" },
    folder,
    temporaryFolder: folder,
    processId: 7,
    interrupted: new AbortController().signal,
  };
  return { code: await runCommandLine(args, host), ...said };
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const types = (field: string, kind = "Memcached") => `
import { type CustomResource, defineKind, type Int32 } from "@kubewright/operator";
export interface ${kind}Spec {
  ${field}
}
export interface ${kind} extends CustomResource<${kind}Spec> {}
export const ${kind} = defineKind<${kind}>({ group: "cache.example.com", version: "v1", kind: "${kind}" });

// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch
export function reconcile(): void {}
`;

describe("manifests", () => {
  test("writes CRDs and roles, and says so", async () => {
    await write("memcached.ts", types("size: Int32;"));
    expect(await run(["manifests"])).toEqual({
      code: 0,
      output: "wrote config/crd/bases/cache.example.com_memcacheds.yaml\nwrote config/rbac/role.yaml\n",
      messages: "",
    });
    expect(await run(["manifests"])).toEqual({ code: 0, output: "2 files up to date\n", messages: "" });
    await write("memcached.ts", types("count: Int32;"));
    expect((await run(["manifests"])).output).toBe(
      "updated config/crd/bases/cache.example.com_memcacheds.yaml\n1 file up to date\n",
    );
  });

  test("names the field of a sample that was renamed in the type, the file, and what to do", async () => {
    await write("memcached.ts", types("size: Int32;"));
    const sample = "apiVersion: cache.example.com/v1\nkind: Memcached\nmetadata: { name: sample }\nspec:\n  count: 3\n";
    await write("config/samples/cache_v1_memcached.yaml", sample);
    await write("config/samples/README.md", sample);
    const { code, messages } = await run(["manifests"]);
    const place = "config/samples/cache_v1_memcached.yaml";
    expect([code, messages.split("\n")]).toEqual([
      0,
      [
        `${place}:5:3: warning: Memcached (cache.example.com/v1) has no field spec.count; there is size: rename it here, too, or delete it`,
        `${place}:4:1: warning: the cluster would refuse spec.size of this Memcached (cache.example.com/v1): Required value: change it here`,
        "",
      ],
    ]);
    await write(place, sample.replace("count", "size"));
    expect((await run(["manifests"])).messages).toBe("");
  });

  test("--check ends with 1 when a file is not up to date, and shows what differs", async () => {
    await write("memcached.ts", types("size: Int32;"));
    expect(await run(["manifests", "--check"])).toEqual({
      code: 1,
      output: "config/crd/bases/cache.example.com_memcacheds.yaml is missing\nconfig/rbac/role.yaml is missing\n",
      messages: "error: 2 files not up to date; run the same command without --check\n",
    });
    await run(["manifests"]);
    expect((await run(["manifests", "--check"])).code).toBe(0);
    await write("memcached.ts", types("size: Int64;").replace("Int32", "Int64"));
    const { code, output } = await run(["manifests", "--check"]);
    expect(code).toBe(1);
    expect(output).toMatch(
      /memcacheds\.yaml differs\n {2}@@ line \d+ @@\n {2}- +format: int32\n {2}\+ +format: int64\n/,
    );
  });

  test("problems are shown with file, line and column, and nothing is written", async () => {
    await write("api/memcached.ts", types("size: number;"));
    const { code, output, messages } = await run(["manifests"]);
    expect([code, output]).toEqual([1, ""]);
    expect(messages).toMatch(
      /^api\/memcached\.ts:4:3: error: .*write Int32 or Int64.*\nerror: 1 problem in the sources/,
    );
    await expect(readFile(join(folder, "config/rbac/role.yaml"))).rejects.toThrow("ENOENT");
  });

  test("a terminal sees the line of a problem, too", async () => {
    await write("memcached.ts", types("size: number;"));
    expect((await run(["manifests"], true)).messages).toContain("\n  4 |   size: number;\n    |   ^\n");
  });

  test("a run without kinds and markers fails", async () => {
    await write("memcached.ts", "export interface MemcachedSpec {}\n");
    const { code, messages } = await run(["manifests"]);
    expect(code).toBe(1);
    expect(messages).toMatch(/^error: nothing to generate; crd: no kind .*; rbac: no \+kubebuilder:rbac marker in/);
  });

  test("CRDs that are no longer generated are named", async () => {
    await write("memcached.ts", types("size: Int32;"));
    await write("redis.ts", types("size: Int32;", "Redis"));
    await run(["manifests"]);
    await rm(join(folder, "redis.ts"));
    expect((await run(["manifests"])).output).toMatch(/cache\.example\.com_redis\.yaml is no longer generated: /);
  });

  test("output:stdout prints the manifests and nothing else", async () => {
    await write("memcached.ts", types("size: Int32;"));
    const { code, output } = await run(["manifests", "rbac:roleName=a", "crd", "paths=./...", "output:stdout"]);
    expect(code).toBe(0);
    expect(output).toMatch(/^---\napiVersion: rbac[\s\S]*\n---\napiVersion: apiextensions[\s\S]*\n$/);
    expect(output).not.toContain("wrote");
  });

  test("scripts get JSON", async () => {
    await write("memcached.ts", types("size: Int32;"));
    expect(JSON.parse((await run(["manifests", "crd", "-o", "json"])).output)).toEqual({
      problems: [],
      files: [{ path: "config/crd/bases/cache.example.com_memcacheds.yaml", generator: "crd", change: "created" }],
      leftovers: [],
      absences: [],
    });
    await write("memcached.ts", types("size: number;"));
    const { code, output } = await run(["manifests", "-o", "json"]);
    expect(code).toBe(1);
    expect(JSON.parse(output).problems[0].position).toEqual({ file: "memcached.ts", line: 4, column: 3 });
  });

  test.each([
    [["-w"], /\+kubebuilder:validation:Minimum=/],
    [["-www"], /Example:/],
    [["-wwww"], /^\[/],
    [["-w", "-o", "json"], /^\[/],
  ])("%j lists the markers", async (args, expected) => {
    const { code, output } = await run(["manifests", ...args]);
    expect(code).toBe(0);
    expect(output).toMatch(expected);
  });

  test.each([
    [["crds"], /^error: unknown option "crds"; did you mean crd\?\n$/],
    [["rbac"], /roleName/],
    [["--chek"], /unknown option '--chek'\n\(Did you mean --check\?\)\nRun "kubewright help manifests"/],
  ])("%j is a mistake that is named", async (args, message) => {
    const { code, messages } = await run(["manifests", ...args]);
    expect(code).toBe(2);
    expect(messages).toMatch(message);
  });

  test("the help has the options of controller-gen, and examples", async () => {
    const { code, output } = await run(["help", "manifests"]);
    expect(code).toBe(0);
    for (const text of ["crd:maxDescLen=0", "--check", "output:stdout", "Examples:"]) expect(output).toContain(text);
  });
});

describe("generate", () => {
  test("writes code beside the types", async () => {
    await write("api/v1/memcached.ts", types("size: Int32;"));
    const { code, output } = await run(["generate"]);
    expect(code).toBe(0);
    expect(output).toMatch(/^wrote api\/v1\/\S+\n$/);
    expect((await run(["generate", "--check"])).output).toBe("1 file up to date\n");
  });
});
