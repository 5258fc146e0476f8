import { chmod, chown, mkdir, readdir, readlink, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ProgramUser } from "../../../image/image-adapter.ts";

/** A file of a volume. */
export interface VolumeFile {
  readonly data: Uint8Array;
  readonly mode: number;
}

/** Files of a volume, by their path in it. */
export type VolumeFiles = ReadonlyMap<string, VolumeFile>;

/**
 * A folder whose files change all at once.
 *
 * The files are in a folder of their version; `..data` is a link to the newest, and what readers see are links through `..data`, as in
 * volumes of a kubelet.
 */
export class AtomicFolder {
  readonly path: string;
  readonly #owner: ProgramUser | undefined;
  #files: VolumeFiles | undefined;
  #version = 0;

  constructor(path: string, owner?: ProgramUser) {
    this.path = path;
    this.#owner = owner;
  }

  /** Replaces all files. Whether there was anything to do. One call at a time. */
  async write(files: VolumeFiles): Promise<boolean> {
    if (this.#files !== undefined && areEqual(this.#files, files)) return false;
    await mkdir(this.path, { recursive: true });
    await chmod(this.path, 0o755);
    const before = await readlink(join(this.path, "..data")).catch(() => undefined);
    this.#version += 1;
    const version = `..version_${this.#version}`;
    const folder = join(this.path, version);
    await rm(folder, { recursive: true, force: true });
    await this.#makeFolder(folder);
    for (const [path, { data, mode }] of files) {
      const place = join(folder, path);
      if (!place.startsWith(`${folder}/`)) throw new Error(`the path ${JSON.stringify(path)} leads out of the volume`);
      const parents = path.split("/").slice(0, -1);
      for (const [index] of parents.entries()) await this.#makeFolder(join(folder, ...parents.slice(0, index + 1)));
      await writeFile(place, data);
      await chmod(place, mode);
      await this.#give(place);
    }
    await rm(join(this.path, "..data_tmp"), { force: true });
    await symlink(version, join(this.path, "..data_tmp"));
    await rename(join(this.path, "..data_tmp"), join(this.path, "..data"));
    await this.#showOnly(new Set([...files.keys()].map((path) => path.split("/")[0] ?? "")));
    if (before !== undefined && before !== version) {
      await rm(join(this.path, before), { recursive: true, force: true });
    }
    this.#files = files;
    return true;
  }

  async #showOnly(names: ReadonlySet<string>): Promise<void> {
    const shown = (await readdir(this.path)).filter((name) => !name.startsWith(".."));
    for (const name of shown) {
      if (!names.has(name)) await rm(join(this.path, name), { recursive: true, force: true });
    }
    for (const name of names) {
      if (!shown.includes(name)) await symlink(join("..data", name), join(this.path, name));
    }
  }

  async #makeFolder(path: string): Promise<void> {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o755);
    await this.#give(path);
  }

  async #give(path: string): Promise<void> {
    await giveTo(path, this.#owner);
  }
}

/** Makes a file or folder someone's, if this process may do so. */
export async function giveTo(path: string, owner: ProgramUser | undefined): Promise<void> {
  if (owner === undefined) return;
  try {
    await chown(path, owner.uid, owner.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  }
}

/** Makes a folder that everyone may write to. */
export async function makeOpenFolder(path: string, owner?: ProgramUser): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await mkdir(path, { recursive: true });
  await chmod(path, 0o777);
  await giveTo(path, owner);
}

function areEqual(a: VolumeFiles, b: VolumeFiles): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([path, file]) => {
    const other = b.get(path);
    return other !== undefined && other.mode === file.mode && Buffer.compare(file.data, other.data) === 0;
  });
}
