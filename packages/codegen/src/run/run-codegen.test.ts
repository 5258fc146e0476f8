import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCodegen } from "./run-codegen.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubewright-codegen-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const read = (path: string) => readFile(join(folder, path), "utf8");

const kind = (name: string, field = "size: Int32;") => `
import { type CustomResource, defineKind, type Int32 } from "@kubewright/api";
export interface ${name}Spec {
  ${field}
}
export interface ${name} extends CustomResource<${name}Spec> {}
export const ${name} = defineKind<${name}>({ group: "cache.example.com", version: "v1", kind: "${name}" });
`;

const controller = `
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch
export function reconcile(): void {}
`;

const crd = "config/crd/bases/cache.example.com_memcacheds.yaml";

describe("runCodegen", () => {
  test("writes what is new or different, and leaves the rest alone", async () => {
    await write("api/v1/memcached.ts", kind("Memcached"));
    await write("controller/memcached.ts", controller);
    const first = await runCodegen({ folder });
    expect(first.files.map(({ path, generator, change }) => [path, generator, change])).toEqual([
      [crd, "crd", "created"],
      ["config/rbac/role.yaml", "rbac", "created"],
    ]);
    expect(await read(crd)).toContain("name: memcacheds.cache.example.com\n");
    expect(await read("config/rbac/role.yaml")).toContain("name: manager-role\n");

    const long = new Date("2020-01-01");
    await utimes(join(folder, crd), long, long);
    const second = await runCodegen({ folder });
    expect(second.files.map(({ change }) => change)).toEqual(["unchanged", "unchanged"]);
    expect((await stat(join(folder, crd))).mtime).toEqual(long);

    await write("api/v1/memcached.ts", kind("Memcached", "count: Int32;"));
    const third = await runCodegen({ folder });
    expect(third.files.map(({ change }) => change)).toEqual(["updated", "unchanged"]);
    expect(await read(crd)).toContain("count:");
    expect(await readdir(join(folder, "config/crd/bases"))).toEqual(["cache.example.com_memcacheds.yaml"]);
  });

  test("a check writes nothing", async () => {
    await write("api/v1/memcached.ts", kind("Memcached"));
    const { files } = await runCodegen({ folder, isCheck: true });
    expect(files.map(({ path, change }) => [path, change])).toEqual([[crd, "created"]]);
    await expect(read(crd)).rejects.toThrow("ENOENT");
  });

  test("tells of CRDs that it no longer makes, and of no other files", async () => {
    await write("api/v1/memcached.ts", kind("Memcached"));
    await write("api/v1/redis.ts", kind("Redis"));
    await runCodegen({ folder });
    await write("config/crd/bases/own.yaml", "kind: CustomResourceDefinition\n");
    await rm(join(folder, "api/v1/redis.ts"));
    const { leftovers } = await runCodegen({ folder });
    expect(leftovers).toEqual(["config/crd/bases/cache.example.com_redis.yaml"]);
  });

  test("writes nothing while something is wrong, and says where", async () => {
    await write("api/v1/memcached.ts", kind("Memcached", "size: number;"));
    const { problems, files } = await runCodegen({ folder });
    expect(files).toEqual([]);
    expect(problems).toEqual([
      {
        severity: "error",
        position: { file: "api/v1/memcached.ts", line: 4, column: 3 },
        message: expect.stringContaining("write Int32 or Int64"),
      },
    ]);
    await expect(read(crd)).rejects.toThrow("ENOENT");
  });

  test("says that there is nothing to do", async () => {
    await write("api/v1/memcached.ts", "export interface MemcachedSpec {}\n");
    const { isEmpty, absences } = await runCodegen({ folder });
    expect(isEmpty).toBe(true);
    expect(absences).toEqual([
      "crd: no kind (no `defineKind<T>({ group, version, kind })`) in ./...",
      "rbac: no +kubebuilder:rbac marker in ./...",
    ]);
  });

  test("one generator with nothing to do is no failure", async () => {
    await write("controller/memcached.ts", controller);
    const { isEmpty, absences } = await runCodegen({ folder });
    expect([isEmpty, absences.length]).toEqual([false, 1]);
  });

  test("webhooks are said to be left out, where they are asked for", async () => {
    await write("api/v1/memcached.ts", kind("Memcached"));
    await write(
      "api/v1/webhook.ts",
      "// +kubebuilder:webhook:path=/x,mutating=true,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,name=x.example.com,admissionReviewVersions=v1\nexport {};\n",
    );
    const { problems } = await runCodegen({ folder, options: ["crd", "webhook"] });
    expect(problems).toEqual([
      {
        severity: "warning",
        position: { file: "api/v1/webhook.ts", line: 1, column: 4 },
        message: "there is no generator for webhooks yet, so nothing is made of +kubebuilder:webhook",
      },
    ]);
    expect((await runCodegen({ folder, options: ["crd"] })).problems).toEqual([]);
  });

  test("a run of webhooks alone says that there is no generator for them; beside others, they are no absence", async () => {
    await write("api/v1/memcached.ts", kind("Memcached"));
    const { isEmpty, absences } = await runCodegen({ folder, options: ["webhook"] });
    expect([isEmpty, absences]).toEqual([
      true,
      ["webhook: there is no generator for webhooks yet; ask for crd, rbac or object"],
    ]);
    expect((await runCodegen({ folder, options: ["crd", "webhook"] })).absences).toEqual([]);
  });

  test("a path that is not there is a problem", async () => {
    const { problems } = await runCodegen({ folder, options: ["crd", "paths=./ap"] });
    expect(problems.map(({ position, message }) => [position.file, message])).toEqual([
      ["./ap", "there is no such file or folder"],
    ]);
  });

  test.each([
    [["output:dir=out"], ["out/cache.example.com_memcacheds.yaml"]],
    [["output:crd:artifacts:config=a"], ["a/cache.example.com_memcacheds.yaml"]],
    [["output:none"], []],
    [["output:stdout"], []],
  ])("%j decides where files go", async (output, expected) => {
    await write("api/v1/memcached.ts", kind("Memcached"));
    const { files, printed } = await runCodegen({ folder, options: ["crd", ...output] });
    expect(files.map(({ path }) => path)).toEqual(expected);
    for (const path of expected) expect(await read(path)).toMatch(/^---\napiVersion: apiextensions/);
    expect(printed === "").toBe(output[0] !== "output:stdout");
  });

  test("code is beside its types", async () => {
    await write("api/v1/memcached.ts", kind("Memcached"));
    const { files } = await runCodegen({ folder, purpose: "generate" });
    expect(files.map(({ path }) => dirname(path))).toEqual(["api/v1"]);
    expect((await runCodegen({ folder, purpose: "generate" })).files.map(({ change }) => change)).toEqual([
      "unchanged",
    ]);
  });

  test("a header begins each file, with the year in it", async () => {
    await write("api/v1/memcached.ts", kind("Memcached"));
    await write("hack/header.txt", "# Copyright YEAR\n");
    await runCodegen({ folder, options: ["crd:headerFile=hack/header.txt,year=2026"] });
    expect(await read(crd)).toMatch(/^# Copyright 2026\n---\n/);
    await expect(runCodegen({ folder, options: ["crd:headerFile=hack/no.txt"] })).rejects.toThrow(
      /crd:headerFile=hack\/no\.txt: ENOENT/,
    );
  });

  test("a file that cannot be written is named", async () => {
    await write("api/v1/memcached.ts", kind("Memcached"));
    await write("config/crd", "a file where a folder should be");
    await expect(runCodegen({ folder, options: ["crd"] })).rejects.toThrow(/cannot .*config\/crd/);
  });
});
