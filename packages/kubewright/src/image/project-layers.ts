import { readdir, readlink, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { CommandError } from "../errors.ts";
import { type PackageManifest, type PlacedPackage, productionPackages, readManifest } from "./production-packages.ts";
import type { TarSource } from "./tar-bytes.ts";

/** The files of a project's image, below `/app`, what changes least first. */
export interface ProjectLayers {
  /** Packages that it needs when it runs. */
  readonly packages: readonly TarSource[];
  /** What was built of it, and its `package.json`. */
  readonly program: readonly TarSource[];
  /** What whoever uses the image should know. */
  readonly notes: readonly string[];
}

/** Where the program is in the image. */
export const programFolder = "app";

/** What no program reads when it runs. */
const unneeded = /\.(d\.[cm]?ts|map|tsbuildinfo)$/;

/** What is in `dist` beside the program: where builds go on from, and what `build-installer` and chart tools write. */
const notProgram = /\.tsbuildinfo$|^(install\.yaml|chart)$/;

/** Collects the files of a project that was built. Throws CommandError when something is missing. */
export async function projectLayers(folder: string): Promise<ProjectLayers> {
  const manifest = await readManifest(folder);
  if (manifest === undefined) {
    throw new CommandError(
      `${folder} is no project: it has no package.json; go to the project's folder, or make one with "kubewright init"`,
    );
  }
  const built = join(folder, "dist");
  if ((await stat(join(built, "main.js")).catch(() => undefined)) === undefined) {
    const fix =
      manifest.scripts?.build === undefined ? "give package.json a script named build" : 'run "npm run build"';
    throw new CommandError(`${join(built, "main.js")} is not there: ${fix}, which compiles src/main.ts to it`);
  }
  const program = await filesOf(built, `${programFolder}/dist`, (path) => !notProgram.test(path));
  const packages = await productionPackages(folder, manifest);
  const files: TarSource[] = [];
  for (const one of packages) files.push(...(await packageFiles(one)));
  const native = packages.filter(({ path }) => {
    return files.some((file) => file.path.startsWith(`${programFolder}/${path}/`) && file.path.endsWith(".node"));
  });
  return {
    packages: withFolders(files),
    program: withFolders([
      { type: "file", path: `${programFolder}/package.json`, content: runtimeManifest(manifest) },
      ...program,
    ]),
    notes: native.map(
      ({ name }) => `${name} has machine code for this machine: the image runs only on machines like it`,
    ),
  };
}

/** What Node reads of it; the rest would change the image without need. */
function runtimeManifest(manifest: PackageManifest): Uint8Array {
  const { scripts: _, devDependencies: __, ...kept } = manifest as PackageManifest & { devDependencies?: unknown };
  return Buffer.from(`${JSON.stringify(kept, undefined, 2)}\n`);
}

async function packageFiles({ folder, path, manifest }: PlacedPackage): Promise<TarSource[]> {
  const target = `${programFolder}/${path}`;
  // One that was not installed but linked, as from a workspace, has files that would not have been published.
  const isLinked = !folder.includes(`${sep}node_modules${sep}`);
  const published = isLinked && manifest.files !== undefined ? ["package.json", ...manifest.files] : undefined;
  const isWanted = (path: string) => {
    if (unneeded.test(path) || path.split("/").includes("node_modules")) return false;
    if (path.startsWith(".git/")) return false;
    return published === undefined || published.some((name) => isWithin(path, name.replace(/^\.\/|\/(\*\*?)?$/g, "")));
  };
  return await filesOf(folder, target, isWanted);
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`) || place.startsWith(`${path}/`);
}

/** The files below a folder, in order of their names. */
async function filesOf(folder: string, target: string, isWanted: (path: string) => boolean): Promise<TarSource[]> {
  const files: TarSource[] = [];
  const visit = async (below: string): Promise<void> => {
    const entries = await readdir(join(folder, below), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (!isWanted(path)) continue;
      const file = join(folder, path);
      if (entry.isDirectory()) await visit(path);
      else if (entry.isSymbolicLink()) {
        files.push({ type: "symlink", path: `${target}/${path}`, target: await readlink(file) });
      } else if (entry.isFile()) {
        const isExecutable = ((await stat(file)).mode & 0o111) !== 0;
        files.push({ type: "file", path: `${target}/${path}`, isExecutable, content: { file } });
      }
    }
  };
  await visit("");
  return files;
}

/** With the folders that they are in, each before what is in it. */
function withFolders(files: readonly TarSource[]): TarSource[] {
  const folders = new Map<string, TarSource>();
  for (const { path } of files) {
    for (let folder = dirname(path); folder !== "." && !folders.has(folder); folder = dirname(folder)) {
      folders.set(folder, { type: "folder", path: folder });
    }
  }
  return [...folders.values(), ...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
