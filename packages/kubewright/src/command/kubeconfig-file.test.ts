import { existsSync } from "node:fs";
import { mkdtemp, readFile, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DevCluster } from "@kubewright/devcluster";
import { afterAll, beforeAll, expect, test } from "vitest";
import { KubeconfigFile } from "./kubeconfig-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubeconfig-file-"));
});
afterAll(() => rm(folder, { recursive: true }));

function prepare(kubeconfig: string): Promise<KubeconfigFile> {
  return KubeconfigFile.prepare({ kubeconfig }, { folder, temporaryFolder: folder });
}

test("a device is neither written nor removed", async () => {
  await expect(prepare("/dev/null")).rejects.toThrow("cannot use /dev/null for the kubeconfig: it is no regular file");
});

test("what no file can be written to is refused before anything is started, with what to do", async () => {
  await writeFile(join(folder, "file"), "");
  await expect(prepare(folder)).rejects.toThrow(
    `cannot use ${folder} for the kubeconfig: it is a folder; name a file in it, as in --kubeconfig ${folder}/kubeconfig`,
  );
  await expect(prepare("file/below")).rejects.toThrow(
    `cannot use ${folder}/file/below for the kubeconfig: ${folder}/file is no folder; name a file in one`,
  );
  await expect(prepare("none/file")).rejects.toThrow(
    `cannot write the kubeconfig to ${folder}/none/file: there is no folder ${folder}/none that takes files; make it with "mkdir -p ${folder}/none", or name another file`,
  );
});

test("where a link leads to that cannot be written is told when it is", async () => {
  await symlink(join(folder, "none", "file"), join(folder, "astray"));
  await using file = await prepare("astray");
  await expect(file.write("content")).rejects.toThrow(
    /cannot write the kubeconfig to .*astray: there is no folder .*\/none that/,
  );
});

test("a file that all could read before is only its owner's", async () => {
  const path = join(folder, "open");
  await writeFile(path, "", { mode: 0o644 });
  await using file = await prepare(path);
  await file.write("content");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test.each(["before", "absent"])("what a link leads to goes, and the link stays (%s)", async (state) => {
  const target = join(folder, `target-${state}`);
  const link = join(folder, `link-${state}`);
  if (state === "before") await writeFile(target, "");
  await symlink(target, link);
  const file = await prepare(link);
  await file.write("content");
  expect(await readFile(target, "utf8")).toContain("content");
  await file[Symbol.asyncDispose]();
  expect(existsSync(target)).toBe(false);
  expect(await readlink(link)).toBe(target);
});

test("a file that another cluster has written since stays", async () => {
  const path = join(folder, "both");
  const first = await prepare(path);
  await first.write("first");
  const second = await prepare(path);
  await second.write("second");
  await first[Symbol.asyncDispose]();
  expect(await readFile(path, "utf8")).toContain("second");
  await second[Symbol.asyncDispose]();
  expect(existsSync(path)).toBe(false);
});

test("the file of a cluster that runs is kept, unless that is wanted otherwise", async () => {
  const path = join(folder, "running");
  const cluster = await DevCluster.start({ listen: {} });
  try {
    await using file = await prepare(path);
    await file.write(cluster.kubeconfig());
    await expect(prepare(path)).rejects.toThrow(/the cluster of .*running is running.*end it first.*--force/);
    await KubeconfigFile.prepare({ kubeconfig: path, force: true }, { folder, temporaryFolder: folder });
    await cluster.close();
    await prepare(path);
  } finally {
    await cluster.close();
  }
});
