import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compareFiles, writeChanged } from "./compare-files.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubewright-compare-"));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (path: string): Promise<void> => writeChanged([{ path, text: "a", before: undefined }]);

test("folders are made, however many run at once", async () => {
  const path = join(folder, "a/b/c/d.yaml");
  await Promise.all([write(path), write(path), write(path)]);
  expect(await readFile(path, "utf8")).toBe("a");
});

test("where no folder can be made, the reason is given", async () => {
  await symlink("nowhere", join(folder, "link"));
  await expect(write(join(folder, "link/a/b.yaml"))).rejects.toThrow("ENOENT");
  await write(join(folder, "file"));
  await expect(write(join(folder, "file/b.yaml"))).rejects.toThrow("EEXIST");
});

test.runIf(process.platform === "linux")("the file system of processes has no place for folders", async () => {
  await expect(write("/proc/kubewright/a.yaml")).rejects.toThrow("ENOENT");
});

test("a folder in the place of a file is named", async () => {
  const path = join(folder, "a.yaml");
  await mkdir(path);
  await expect(compareFiles(new Map([[path, "a"]]))).rejects.toThrow(`cannot compare with what is at ${path}: EISDIR`);
});
