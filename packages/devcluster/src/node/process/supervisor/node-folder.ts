import { chmod, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@kubewright/client";
import { DevClusterError } from "../../../errors.ts";
import { killMarked, startOf } from "./marked-processes.mjs";

const prefix = "kubewright-node-";
/** A folder gets its note long before. */
const abandonedMs = 600_000;

/** A new folder for what a node keeps of its pods. Users that pods run as can reach, but not list it. */
export async function createNodeFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, prefix)).catch((error: Error) => {
    throw new DevClusterError(
      "UNSUPPORTED_HOST",
      `a node cannot have a folder in ${parent}: ${error.message}; name another with TMPDIR`,
      { cause: error },
    );
  });
  await chmod(folder, 0o711);
  return folder;
}

/**
 * Ends what is left of nodes that were killed with their supervisor: their processes, where those can be found, and their folders.
 *
 * Nodes that run are left alone, and so are those of other users.
 */
export async function sweepNodeFolders(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  await Promise.all(
    names
      .filter((name) => name.startsWith(prefix))
      .map(async (name) => {
        const folder = join(parent, name);
        const note = await readFile(join(folder, "supervisor"), "utf8").catch(() => undefined);
        if (note === undefined ? !(await isAbandoned(folder)) : isInUse(note)) return;
        killMarked(`${folder}/`);
        await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
      }),
  );
}

/** Whether a folder without a note is no longer one that is just being made. */
async function isAbandoned(folder: string): Promise<boolean> {
  const stats = await stat(folder).catch(() => undefined);
  return stats !== undefined && stats.uid === process.getuid?.() && systemClock.now() - stats.mtimeMs > abandonedMs;
}

/** Whether one of those that a note names runs: the supervisor, or its owner, which may start another one. */
function isInUse(note: string): boolean {
  return note.split("\n").some(isRunning);
}

/** Whether a process runs, which is given by its number and its start. */
function isRunning(line: string): boolean {
  const [pid = "", start = ""] = line.split(" ");
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
  return start === "" || startOf(Number(pid)) === start;
}
