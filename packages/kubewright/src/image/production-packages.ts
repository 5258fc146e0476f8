import { readFile, realpath } from "node:fs/promises";
import { dirname, join as joinHere } from "node:path";
import { join } from "node:path/posix";
import { CommandError } from "../errors.ts";

/** A package that a program needs, and where it goes. */
export interface PlacedPackage {
  readonly name: string;
  /** Below the program's folder: `node_modules/yaml`, or `node_modules/a/node_modules/yaml` where another version is above. */
  readonly path: string;
  /** Where it is now; links are followed. */
  readonly folder: string;
  readonly manifest: PackageManifest;
}

/** What is read of a `package.json`. */
export interface PackageManifest {
  readonly name?: string;
  readonly version?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Reads the `package.json` of a folder; undefined if there is none. */
export async function readManifest(folder: string): Promise<PackageManifest | undefined> {
  const path = joinHere(folder, "package.json");
  try {
    return JSON.parse(await readFile(path, "utf8")) as PackageManifest;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new CommandError(`cannot read ${path}: ${message}`, { cause: error });
  }
}

/**
 * The packages that a project needs when it runs, each found as Node finds it: also above the project, as in a workspace, and behind links.
 *
 * They are laid out so that each package finds the version that it finds now. Throws CommandError when one is not installed.
 */
export async function productionPackages(folder: string, manifest: PackageManifest): Promise<PlacedPackage[]> {
  const placed = new Map<string, PlacedPackage>();
  const root = { path: "", folder: await realpath(folder), manifest, name: manifest.name ?? "" };
  const queue: PlacedPackage[] = [root];
  for (let dependent = queue.shift(); dependent !== undefined; dependent = queue.shift()) {
    for (const [name, isOptional] of neededBy(dependent)) {
      const found = await findPackage(dependent.folder, name);
      if (found === undefined) {
        if (isOptional) continue;
        throw notInstalled(name, dependent, root);
      }
      const path = placeFor(name, found, dependent.path, placed);
      if (path === undefined) continue;
      const one = { name, path, folder: found, manifest: (await readManifest(found)) ?? {} };
      placed.set(path, one);
      queue.push(one);
    }
  }
  return [...placed.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Names in order, with whether it does without. */
function neededBy({ manifest, path }: PlacedPackage): [name: string, isOptional: boolean][] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const all = new Map<string, boolean>();
  // What a project itself has as peers is for others to bring.
  const peers = path === "" ? [] : Object.keys(peerDependencies);
  for (const name of peers) all.set(name, peerDependenciesMeta[name]?.optional === true);
  for (const name of Object.keys(dependencies)) all.set(name, false);
  for (const name of Object.keys(optionalDependencies)) all.set(name, true);
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1));
}

async function findPackage(from: string, name: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = joinHere(folder, "node_modules", name);
    if ((await readManifest(place)) !== undefined) return await realpath(place);
    if (folder === dirname(folder)) return undefined;
  }
}

/** Where a package is to go so that its dependent finds it; undefined if it does already. */
function placeFor(
  name: string,
  folder: string,
  dependent: string,
  placed: ReadonlyMap<string, PlacedPackage>,
): string | undefined {
  for (const above of foldersAbove(dependent)) {
    const other = placed.get(join(above, "node_modules", name));
    if (other?.folder === folder) return undefined;
    if (other !== undefined) return join(dependent, "node_modules", name);
  }
  return join("node_modules", name);
}

/** Where Node looks for packages on behalf of one: `node_modules/a`, then the program's folder. */
function* foldersAbove(path: string): Generator<string> {
  for (let folder = path; folder !== ""; ) {
    yield folder;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1));
  }
  yield "";
}

function notInstalled(name: string, dependent: PlacedPackage, root: PlacedPackage): CommandError {
  const who = dependent === root ? "the project" : dependent.name;
  return new CommandError(`${name}, which ${who} needs, is not installed: run "npm install" in ${root.folder}`);
}
