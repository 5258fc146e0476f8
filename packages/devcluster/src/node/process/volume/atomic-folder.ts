import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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
 * volumes of a kubelet. All is done at once: to wait for a thread for each of some thirty calls takes many times as long as they do, and
 * a pod waits for its volumes.
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

  /** Replaces all files, of which there are few, and small ones. Whether there was anything to do. */
  write(files: VolumeFiles): boolean {
    if (this.#files !== undefined && areEqual(this.#files, files)) return false;
    mkdirSync(this.path, { recursive: true });
    chmodSync(this.path, 0o755);
    const before = linkTarget(join(this.path, "..data"));
    this.#version += 1;
    const version = `..version_${this.#version}`;
    const folder = join(this.path, version);
    rmSync(folder, { recursive: true, force: true });
    this.#makeFolder(folder);
    for (const [path, { data, mode }] of files) {
      const place = join(folder, path);
      if (!place.startsWith(`${folder}/`)) throw new Error(`the path ${JSON.stringify(path)} leads out of the volume`);
      const parents = path.split("/").slice(0, -1);
      for (const [index] of parents.entries()) this.#makeFolder(join(folder, ...parents.slice(0, index + 1)));
      writeFileSync(place, data);
      chmodSync(place, mode);
      giveTo(place, this.#owner);
    }
    rmSync(join(this.path, "..data_tmp"), { force: true });
    symlinkSync(version, join(this.path, "..data_tmp"));
    renameSync(join(this.path, "..data_tmp"), join(this.path, "..data"));
    this.#showOnly(new Set([...files.keys()].map((path) => path.split("/")[0] ?? "")));
    if (before !== undefined && before !== version) rmSync(join(this.path, before), { recursive: true, force: true });
    this.#files = files;
    return true;
  }

  #showOnly(names: ReadonlySet<string>): void {
    const shown = readdirSync(this.path).filter((name) => !name.startsWith(".."));
    for (const name of shown) {
      if (!names.has(name)) rmSync(join(this.path, name), { recursive: true, force: true });
    }
    for (const name of names) {
      if (!shown.includes(name)) symlinkSync(join("..data", name), join(this.path, name));
    }
  }

  #makeFolder(path: string): void {
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o755);
    giveTo(path, this.#owner);
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Makes a file or folder someone's, if this process may do so. */
function giveTo(path: string, owner: ProgramUser | undefined): void {
  if (owner === undefined) return;
  try {
    chownSync(path, owner.uid, owner.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  }
}

/** Makes a folder that everyone may write to. */
export function makeOpenFolder(path: string, owner?: ProgramUser): void {
  mkdirSync(dirname(path), { recursive: true });
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o777);
  giveTo(path, owner);
}

function areEqual(a: VolumeFiles, b: VolumeFiles): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([path, file]) => {
    const other = b.get(path);
    return other !== undefined && other.mode === file.mode && Buffer.compare(file.data, other.data) === 0;
  });
}
