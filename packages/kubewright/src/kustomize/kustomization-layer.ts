import { posix } from "node:path";
import type { FileTree } from "./file-tree.ts";
import type { Kustomization } from "./kustomization/kustomization.ts";
import { readKustomization } from "./kustomization/read-kustomization.ts";
import { KustomizationError, problemIn } from "./kustomization-error.ts";

const fileNames = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/** A folder with a kustomization, and what may be read from there. */
export class KustomizationLayer {
  /** The kustomization file. */
  readonly file: string;
  readonly kustomization: Kustomization;
  readonly #files: FileTree;
  readonly #folder: string;
  /** The folders that led here, outermost first. */
  readonly #outer: readonly string[];

  private constructor(
    files: FileTree,
    folder: string,
    outer: readonly string[],
    file: string,
    kustomization: Kustomization,
  ) {
    this.#files = files;
    this.#folder = folder;
    this.#outer = outer;
    this.file = file;
    this.kustomization = kustomization;
  }

  /** Reads the kustomization of a folder; undefined when it has none. */
  static async open(
    files: FileTree,
    folder: string,
    warn: (message: string) => void,
    outer: readonly string[] = [],
  ): Promise<KustomizationLayer | undefined> {
    const normal = posix.normalize(folder).replace(/(?<=.)\/$/, "");
    const found: { file: string; text: string }[] = [];
    for (const name of fileNames) {
      const file = posix.join(normal, name);
      const bytes = await files.read(file);
      if (bytes !== undefined) found.push({ file, text: textOfBytes(bytes) });
    }
    const [first, second] = found;
    if (first === undefined) return undefined;
    if (second !== undefined)
      throw new KustomizationError(`${normal} has both ${first.file} and ${second.file}; keep one`);
    return new KustomizationLayer(files, normal, outer, first.file, readKustomization(first.text, first.file, warn));
  }

  /** A file that this kustomization names in one of its fields. Throws when it is not there or outside of the folder. */
  async load(path: string, field: string): Promise<Uint8Array> {
    const bytes = await this.find(path, field);
    if (bytes !== undefined) return bytes;
    throw problemIn(this.file, `"${field}" names ${path}, but there is no file ${this.pathOf(path)}`);
  }

  async loadText(path: string, field: string): Promise<string> {
    return textOfBytes(await this.load(path, field));
  }

  /** Like `load`, but undefined when there is no such file. */
  async find(path: string, field: string): Promise<Uint8Array | undefined> {
    if (/^[a-z]+:\/\//i.test(path)) {
      throw problemIn(
        this.file,
        `"${field}" names ${path}: files of other machines are not supported; download it and name the copy`,
      );
    }
    const full = this.pathOf(path);
    const bytes = await this.#files.read(full);
    if (bytes !== undefined && !isWithin(full, this.#folder)) {
      throw problemIn(this.file, `"${field}" names ${path}, which is not in or below the folder of the kustomization`);
    }
    return bytes;
  }

  /** The kustomization of a folder that this one names. Throws when there is none. */
  async enter(path: string, field: string, warn: (message: string) => void): Promise<KustomizationLayer> {
    const folder = this.pathOf(path);
    const visited = [...this.#outer, this.#folder];
    if (visited.some((one) => isWithin(one, folder))) {
      throw problemIn(this.file, `"${field}" names ${path}, which leads back to ${this.#folder}: a circle`);
    }
    const layer = await KustomizationLayer.open(this.#files, folder, warn, visited);
    if (layer !== undefined) return layer;
    if (isRemote(path)) {
      throw problemIn(
        this.file,
        `"${field}" names ${path}: remote kustomizations are not supported; clone it and name the folder`,
      );
    }
    const isGenerated = path.startsWith("bases/");
    throw problemIn(
      this.file,
      `"${field}" names ${path}, but ${folder} is neither a file nor a folder with a kustomization.yaml${isGenerated ? '; "kubewright manifests" writes definitions' : ""}`,
    );
  }

  /** Where a path of this kustomization leads, in the tree of files. */
  pathOf(path: string): string {
    return posix.isAbsolute(path) ? posix.normalize(path) : posix.join(this.#folder, path).replace(/(?<=.)\/$/, "");
  }
}

/** The text of a file. */
export function textOfBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}

function isWithin(path: string, folder: string): boolean {
  if (path === folder) return true;
  const relative = posix.relative(folder, path);
  return relative !== ".." && !relative.startsWith("../");
}

function isRemote(path: string): boolean {
  return /^git@|^(?:www\.)?(?:github|gitlab|bitbucket)\.|[?&]ref=|\.git(?:\/|$)/.test(path);
}
