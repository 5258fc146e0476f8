import { posix } from "node:path";
import type { ReportProblem } from "../../problem.ts";
import type { FileHost } from "./file-host.ts";

/**
 * The TypeScript files that patterns name, each once, in the order of their names.
 *
 * `./api/v1` is the files of that folder alone, as it is one package to Go; `./...` and `./api/...` are all below, but for what
 * is installed, built, hidden, or a test; `*`, `**` and `?` match names. A file is itself, whatever its name.
 */
export function findFiles(patterns: readonly string[], root: string, files: FileHost, report: ReportProblem): string[] {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const before = found.size;
    const matched = findPattern(pattern, root, files);
    for (const path of matched) found.add(path);
    if (matched.length === 0 && found.size === before) {
      report({
        severity: "error",
        position: { file: pattern, line: 1, column: 1 },
        message: absence(pattern, root, files),
      });
    }
  }
  return [...found].sort();
}

function findPattern(pattern: string, root: string, files: FileHost): string[] {
  const path = absolute(pattern, root);
  if (posix.basename(path) === "...") return below(posix.dirname(path), files, () => true);
  if (/[*?]/.test(path)) {
    const base = path.slice(0, path.slice(0, path.search(/[*?]/)).lastIndexOf("/")) || "/";
    const expression = globExpression(path);
    const folders = foldersBelow(base, files).filter((folder) => expression.test(folder));
    return [
      ...below(base, files, (file) => expression.test(file)),
      ...folders.flatMap((folder) => filesOf(folder, files)),
    ];
  }
  if (files.isFile(path)) return [path];
  return filesOf(path, files);
}

function absence(pattern: string, root: string, files: FileHost): string {
  const path = absolute(pattern, root);
  if (files.list(path) === undefined) {
    return posix.basename(path) === "..." || /[*?]/.test(path)
      ? "no TypeScript file matches this path; run it where the types are, or name their folder: paths=./src/..."
      : "there is no such file or folder";
  }
  return below(path, files, () => true).length === 0
    ? "this folder has no TypeScript files"
    : `this folder has no TypeScript files of its own; write ${pattern.replace(/\/$/, "")}/... to read the folders below it, too`;
}

function absolute(pattern: string, root: string): string {
  const path = pattern.replaceAll("\\", "/");
  return (/^([A-Za-z]:)?\//.test(path) ? posix.normalize(path) : posix.join(root, path)).replace(/(.)\/$/, "$1");
}

function filesOf(folder: string, files: FileHost): string[] {
  return (files.list(folder) ?? [])
    .filter(({ name, isFolder }) => !isFolder && isSource(name))
    .map(({ name }) => posix.join(folder, name));
}

function below(folder: string, files: FileHost, isWanted: (path: string) => boolean): string[] {
  return [folder, ...foldersBelow(folder, files)].flatMap((each) => filesOf(each, files)).filter(isWanted);
}

function foldersBelow(folder: string, files: FileHost): string[] {
  return (files.list(folder) ?? [])
    .filter(({ name, isFolder }) => isFolder && !SKIPPED_FOLDER.test(name))
    .map(({ name }) => posix.join(folder, name))
    .flatMap((each) => [each, ...foldersBelow(each, files)]);
}

function isSource(name: string): boolean {
  return /\.[cm]?tsx?$/.test(name) && !/\.d(\.[^.]+)?\.[cm]?ts$|\.(test|spec|test-d)\.[cm]?tsx?$/.test(name);
}

const SKIPPED_FOLDER = /^([._].*|node_modules|dist|coverage|testdata|tests?)$/;

function globExpression(glob: string): RegExp {
  const source = glob.replace(/\*\*\/|\*\*|[*?]|[.+^${}()|[\]\\]/g, (sign) => {
    if (sign === "**/") return "(?:.*/)?";
    if (sign === "**") return ".*";
    if (sign === "*") return "[^/]*";
    if (sign === "?") return "[^/]";
    return `\\${sign}`;
  });
  return new RegExp(`^${source}$`);
}
