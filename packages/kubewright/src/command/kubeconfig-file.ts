import { access, constants, lstat, mkdtemp, open, readFile, readlink, realpath, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Namespace } from "@kubewright/api/core/v1";
import { connect } from "@kubewright/client";
import { CommandError } from "../errors.ts";
import type { CommandHost } from "../host.ts";
import { whyUnwritable } from "../terminal/why-unwritable.ts";

/** By this first line, a later run knows that a file may be overwritten. */
const mark = "# Written by kubewright cluster. Valid while it runs.\n";

/**
 * The file with which others reach the server. Only its owner can read it. When this is disposed of, it goes, unless somebody else has written
 * it since.
 */
export class KubeconfigFile implements AsyncDisposable {
  /** Absolute. */
  readonly path: string;
  readonly #temporaryFolder: string | undefined;
  #written: string | undefined;

  private constructor(path: string, temporaryFolder?: string) {
    this.path = path;
    this.#temporaryFolder = temporaryFolder;
  }

  /** Chooses the file. Rejects, before anything is started, when it cannot be written, or that would destroy a file that is not ours. */
  static async prepare(
    options: { readonly kubeconfig?: string; readonly force?: boolean },
    host: Pick<CommandHost, "folder" | "temporaryFolder">,
  ): Promise<KubeconfigFile> {
    if (options.kubeconfig === undefined) {
      const folder = await mkdtemp(join(host.temporaryFolder, "kubewright-")).catch((error: Error) => {
        throw new CommandError(
          `cannot make a folder for the kubeconfig: ${error.message}; name another with TMPDIR, or a file with --kubeconfig`,
          { cause: error },
        );
      });
      return new KubeconfigFile(join(folder, "kubeconfig"), folder);
    }
    const path = resolve(host.folder, options.kubeconfig);
    const text = await textOf(path).catch((error: Error) => {
      throw new CommandError(`cannot use ${path} for the kubeconfig: ${whyUnwritable(error, dirname(path))}`, {
        cause: error,
      });
    });
    if (text !== undefined && text !== "" && !text.startsWith(mark) && options.force !== true) {
      throw new CommandError(
        `${path} exists and was not written by kubewright; name another file, or add --force to overwrite it`,
      );
    }
    if (text?.startsWith(mark) === true && options.force !== true && (await isServed(path))) {
      throw new CommandError(
        `the cluster of ${path} is running, and could not be reached without that file; end it first, name another file, or add --force`,
      );
    }
    await checkWritable(path, text !== undefined);
    return new KubeconfigFile(path);
  }

  async write(kubeconfig: string): Promise<void> {
    try {
      const text = mark + kubeconfig;
      const file = await open(this.path, "w", 0o600);
      try {
        // One that was there before may have been for all to read.
        await file.chmod(0o600);
        await file.writeFile(text);
        this.#written = text;
      } finally {
        await file.close();
      }
    } catch (error) {
      throw await unwritable(this.path, error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#temporaryFolder !== undefined) await rm(this.#temporaryFolder, { recursive: true, force: true });
    else if (this.#written !== undefined) await removeIf(this.path, this.#written);
  }
}

/** Undefined if there is nothing. Rejects for what is no file: a device must not be read, and even less removed. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) {
      throw new Error(`it is a folder; name a file in it, as in --kubeconfig ${join(path, "kubeconfig")}`);
    }
    if (!stats.isFile()) throw new Error("it is no regular file; name another");
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Rejects where it is plain that the file cannot be written: then there is no cluster to stop again. */
async function checkWritable(path: string, isFile: boolean): Promise<void> {
  // Whether something can be made where a link leads to shows when it is.
  if (!isFile && (await lstat(path).catch(() => undefined)) !== undefined) return;
  try {
    await access(isFile ? path : dirname(path), constants.W_OK);
  } catch (error) {
    throw await unwritable(path, error);
  }
}

async function unwritable(path: string, error: unknown): Promise<CommandError> {
  // Of a link, the folder that matters is where it leads to.
  const target = resolve(dirname(path), await readlink(path).catch(() => path));
  return new CommandError(`cannot write the kubeconfig to ${path}: ${whyUnwritable(error, dirname(target))}`, {
    cause: error,
  });
}

/** Whether the server that a kubeconfig leads to answers. */
async function isServed(path: string): Promise<boolean> {
  try {
    const client = await connect({ kubeconfig: path });
    try {
      await client.list(Namespace, { limit: 1, timeoutMs: 2_000 });
      return true;
    } finally {
      await client.close();
    }
  } catch {
    return false;
  }
}

/** Removes what a path leads to, a link being the user's, while it says this. */
async function removeIf(path: string, text: string): Promise<void> {
  if ((await textOf(path).catch(() => undefined)) === text) await rm(await realpath(path), { force: true });
}
