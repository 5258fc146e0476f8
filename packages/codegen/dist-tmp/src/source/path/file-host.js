import { readdirSync, readFileSync, statSync } from "node:fs";
/** The machine's own files. */
export const diskFiles = {
    read(path) {
        try {
            return readFileSync(path, "utf8");
        }
        catch {
            return undefined;
        }
    },
    isFile(path) {
        return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    },
    list(folder) {
        try {
            return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
                name: entry.name,
                isFolder: entry.isSymbolicLink() ? isFolder(`${folder}/${entry.name}`) : entry.isDirectory(),
            }));
        }
        catch {
            return undefined;
        }
    },
};
function isFolder(path) {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
