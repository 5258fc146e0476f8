import { readdirSync, readFileSync, statSync } from "node:fs";

/** What a run reads files with. Paths are absolute, with `/`. */
export interface FileHost {
  /** Undefined for what is no file. */
  read(path: string): string | undefined;
  isFile(path: string): boolean;
  /** Without links to folders, which Go does not follow either: they may lead back. Undefined for what is no folder. */
  list(folder: string): readonly FolderEntry[] | undefined;
}

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** The machine's own files. */
export const diskFiles: FileHost = {
  read(path) {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return undefined;
    }
  },
  isFile(path) {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  },
  list(folder) {
    try {
      return readdirSync(folder, { withFileTypes: true })
        .filter((entry) => !entry.isSymbolicLink() || !isFolder(`${folder}/${entry.name}`))
        .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
    } catch {
      return undefined;
    }
  },
};

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
