import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CommandError } from "../errors.ts";
import type { ScaffoldFile } from "./scaffold-file.ts";

/** The text of a file of a project; undefined when there is none. */
export async function readProjectFile(folder: string, path: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, path), "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new CommandError(`cannot read ${path}: ${message}`, { cause: error });
  }
}

/** The files directly in a folder of a project whose names match, by their paths in order; none when there is no such folder. */
export async function readProjectFolder(folder: string, path: string, names: RegExp): Promise<ScaffoldFile[]> {
  const found = await readdir(join(folder, path)).catch(() => []);
  const paths = found.filter((name) => names.test(name)).sort();
  const texts = await Promise.all(paths.map((name) => readProjectFile(folder, `${path}/${name}`)));
  return texts.flatMap((text, at) => (text === undefined ? [] : [{ path: `${path}/${paths[at]}`, text }]));
}

/** Writes files of a project, and makes the folders for them. */
export async function writeProjectFiles(folder: string, files: readonly ScaffoldFile[]): Promise<void> {
  for (const { path, text, mode } of files) {
    const target = join(folder, path);
    try {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
      if (mode !== undefined) await chmod(target, mode);
    } catch (error) {
      throw new CommandError(`cannot write ${path}: ${(error as Error).message}`, { cause: error });
    }
  }
}
