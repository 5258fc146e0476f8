import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
/** What files are in the place of those that are to be written. */
export function compareFiles(files) {
    return Promise.all([...files].map(async ([path, text]) => ({ path, text, before: await readIfThere(path) })));
}
/** Writes those that differ, each as a whole or not at all; the others keep their time. */
export async function writeChanged(files) {
    for (const { path, text, before } of files) {
        if (before === text)
            continue;
        await mkdir(dirname(path), { recursive: true });
        // On the same file system, so that it can be moved into place.
        const folder = await mkdtemp(join(dirname(path), ".kubewright-"));
        try {
            const made = join(folder, basename(path));
            await writeFile(made, text);
            await rename(made, path);
        }
        finally {
            await rm(folder, { recursive: true, force: true });
        }
    }
}
async function readIfThere(path) {
    try {
        return await readFile(path, "utf8");
    }
    catch (error) {
        if (error.code === "ENOENT")
            return undefined;
        throw error;
    }
}
