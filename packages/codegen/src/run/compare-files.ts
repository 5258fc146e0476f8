import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CodegenError } from "../errors.ts";

/** A file that is to be, beside what is there. */
export interface ComparedFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  /** What is there; undefined where nothing is. */
  readonly before: string | undefined;
}

/** What files are in the place of those that are to be written. */
export function compareFiles(files: ReadonlyMap<string, string>): Promise<ComparedFile[]> {
  return Promise.all([...files].map(async ([path, text]) => ({ path, text, before: await readIfThere(path) })));
}

/** Writes those that differ, each as a whole or not at all; the others keep their time. */
export async function writeChanged(files: readonly ComparedFile[]): Promise<void> {
  for (const { path, text, before } of files) {
    if (before === text) continue;
    await makeFolder(dirname(path));
    // On the same file system, so that it can be moved into place.
    const folder = await mkdtemp(join(dirname(path), ".kubewright-"));
    try {
      const made = join(folder, basename(path));
      await writeFile(made, text);
      await rename(made, path);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Makes a folder and those around it. The recursive `mkdir` of Node.js never ends where the system has no place for folders, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  const around = dirname(path);
  try {
    await makeOne(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || around === path) throw error;
    await makeFolder(around);
    await makeOne(path);
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === "EEXIST" && (await stat(path)).isDirectory();
    if (!isThere) throw error;
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    const reason = (error as Error).message;
    throw new CodegenError("CANNOT_WRITE", `cannot compare with what is at ${path}: ${reason}`, { cause: error });
  }
}
