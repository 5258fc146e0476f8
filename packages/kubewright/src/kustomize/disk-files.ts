import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { FileTree } from "./file-tree.ts";

/** The files below a folder of this machine, and those beside it that a path with `..` leads to. */
export function diskFiles(root: string): FileTree {
  return {
    read: async (path) => {
      try {
        return await readFile(resolve(root, path));
      } catch (error) {
        if (["ENOENT", "EISDIR", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
        throw error;
      }
    },
  };
}
