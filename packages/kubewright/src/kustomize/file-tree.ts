/** Where a kustomization and what it names are read from. */
export interface FileTree {
  /** The bytes of a file; undefined when there is none. A path is relative to the tree, with `/` between its parts. */
  read(path: string): Promise<Uint8Array | undefined>;
}

/** A tree of files that are in memory. */
export function memoryFiles(files: Iterable<{ readonly path: string; readonly text: string }>): FileTree {
  const byPath = new Map([...files].map(({ path, text }) => [path, text]));
  return {
    read: async (path) => {
      const text = byPath.get(path);
      return text === undefined ? undefined : Buffer.from(text);
    },
  };
}
