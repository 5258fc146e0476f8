import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CommandError } from "../errors.ts";
import type { CommandHost } from "../host.ts";

/** By this first line, a later run knows that a file may be overwritten. */
const mark = "# Written by kubewright cluster. Valid while it runs.\n";

/** The file with which others reach the server. Only its owner can read it. It goes when this is disposed of. */
export class KubeconfigFile implements AsyncDisposable {
  /** Absolute. */
  readonly path: string;
  /** What is to be removed in the end. */
  #made: string | undefined;

  private constructor(path: string, temporaryFolder?: string) {
    this.path = path;
    this.#made = temporaryFolder;
  }

  /** Chooses the file. Rejects, before anything is started, when it would destroy a file that is not ours. */
  static async prepare(
    options: { readonly kubeconfig?: string; readonly force?: boolean },
    host: Pick<CommandHost, "folder" | "temporaryFolder">,
  ): Promise<KubeconfigFile> {
    if (options.kubeconfig === undefined) {
      const folder = await mkdtemp(join(host.temporaryFolder, "kubewright-"));
      return new KubeconfigFile(join(folder, "kubeconfig"), folder);
    }
    const path = resolve(host.folder, options.kubeconfig);
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw new CommandError(`cannot use ${path} for the kubeconfig: ${error.message}`, { cause: error });
    });
    if (text !== undefined && text !== "" && !text.startsWith(mark) && options.force !== true) {
      throw new CommandError(
        `${path} exists and was not written by kubewright; name another file, or add --force to overwrite it`,
      );
    }
    return new KubeconfigFile(path);
  }

  async write(kubeconfig: string): Promise<void> {
    try {
      await writeFile(this.path, mark + kubeconfig, { mode: 0o600 });
      this.#made ??= this.path;
    } catch (error) {
      throw new CommandError(`cannot write the kubeconfig to ${this.path}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#made !== undefined) await rm(this.#made, { recursive: true, force: true });
  }
}
