import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** Where a program is in the folders of a `PATH`; undefined if it is in none. */
export async function findProgram(name: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter)) {
    if (folder === "") continue;
    const place = join(folder, name);
    try {
      await access(place, constants.X_OK);
      if ((await stat(place)).isFile()) return place;
    } catch {
      // The next folder may have it.
    }
  }
  return undefined;
}
