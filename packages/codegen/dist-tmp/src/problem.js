/** One line as compilers print it: `api/v1/memcached.ts:12:3: error: …`. */
export function formatProblem({ severity, position, message }) {
    return `${position.file}:${position.line}:${position.column}: ${severity}: ${message}`;
}
/** Orders problems as a reader of the sources meets them. */
export function byPosition({ position: a }, { position: b }) {
    if (a.file !== b.file)
        return a.file < b.file ? -1 : 1;
    return a.line - b.line || a.column - b.column;
}
