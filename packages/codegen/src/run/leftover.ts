import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** CRDs in a folder that a generator once wrote and that none of `made` replaces: their kinds are gone, or have another name. */
export async function findLeftovers(folder: string, made: ReadonlySet<string>): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const candidates = names
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => join(folder, name))
    .filter((path) => !made.has(path));
  const texts = await Promise.all(candidates.map((path) => readFile(path, "utf8").catch(() => "")));
  return candidates.filter((_, index) => isGenerated(texts[index]!)).sort();
}

function isGenerated(text: string): boolean {
  return (
    /^kind: CustomResourceDefinition$/m.test(text) && /^ {4}controller-gen\.kubebuilder\.io\/version: /m.test(text)
  );
}
