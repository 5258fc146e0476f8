import { stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Whether programs of any user can read a file, by the modes of the file and the folders above it. */
export async function isReadableByAll(path: string): Promise<boolean> {
  try {
    const file = await stat(path);
    if ((file.mode & 0o004) === 0) return false;
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      if (((await stat(folder)).mode & 0o001) === 0) return false;
      if (folder === dirname(folder)) return true;
    }
  } catch {
    return false;
  }
}
