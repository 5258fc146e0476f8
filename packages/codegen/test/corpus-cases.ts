import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the pairs are: one folder each, with the same types in Go and in TypeScript. It is a Go module. */
export const corpusFolder: string = fileURLToPath(new URL("corpus/", import.meta.url));

/** The same types in Go and in TypeScript, and what controller-gen makes of them. */
export interface CorpusCase {
  readonly name: string;
  readonly folder: string;
  /** Generators with their options, as controller-gen takes them: `crd:maxDescLen=0`. */
  readonly generators: readonly string[];
  /** Relative to the folder of the corpus. */
  readonly goFiles: readonly string[];
  /** Absolute. */
  readonly typeScriptFiles: readonly string[];
  /** API groups of its kinds, as the Go files name them. */
  readonly groups: readonly string[];
}

/** All pairs, by name. */
export function corpusCases(): CorpusCase[] {
  return readdirSync(corpusFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readCase(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The recorded files of a pair by name. */
export function recordedFiles({ folder }: CorpusCase): Map<string, string> {
  const expected = join(folder, "expected");
  return new Map(
    readdirSync(expected)
      .sort()
      .map((name) => [name, readFileSync(join(expected, name), "utf8")]),
  );
}

function readCase(name: string): CorpusCase {
  const folder = join(corpusFolder, name);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const goFiles = files.filter((file) => file.endsWith(".go")).map((file) => join(name, file));
  const groups = goFiles.flatMap((file) => {
    const group = /^\/\/ \+groupName=(.+)$/m.exec(readFileSync(join(corpusFolder, file), "utf8"));
    return group === null ? [] : [group[1]!];
  });
  const options = files.includes("options.txt") ? readFileSync(join(folder, "options.txt"), "utf8").trim() : "crd";
  return {
    name,
    folder,
    generators: options.split(" "),
    goFiles,
    typeScriptFiles: files.filter((file) => file.endsWith(".ts")).map((file) => join(folder, file)),
    groups: [...new Set(groups)],
  };
}

/** The text with the version of the tool that made it left out. */
export function withoutToolVersion(text: string): string {
  return text.replace(/^(\s+controller-gen\.kubebuilder\.io\/version): .*$/m, "$1: VERSION");
}

/** As controller-gen's `paths` names the packages of a pair. */
export function goPackages({ folder }: CorpusCase): string {
  return `./${relative(corpusFolder, folder)}/...`;
}
