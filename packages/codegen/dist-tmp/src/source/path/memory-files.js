/** Files that are nowhere but in `texts`, by absolute path. */
export function memoryFiles(texts) {
    const paths = Object.keys(texts);
    return {
        read: (path) => (Object.hasOwn(texts, path) ? texts[path] : undefined),
        isFile: (path) => Object.hasOwn(texts, path),
        list(folder) {
            const prefix = folder === "/" ? "/" : `${folder}/`;
            const inside = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
            if (inside.length === 0)
                return undefined;
            const entries = new Map();
            for (const path of inside) {
                const [name = "", ...rest] = path.split("/");
                entries.set(name, { name, isFolder: rest.length > 0 });
            }
            return [...entries.values()];
        },
    };
}
