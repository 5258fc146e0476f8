import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";

/** A program that runs. */
export interface RunningProgram {
  /** What it said last. */
  log(): Promise<string>;
  /** Kills it. Resolves when it has ended. */
  stop(): Promise<void>;
}

/** A program that ends when this process does: a shell waits for the end of a pipe, and kills it. */
export function startProgram(
  path: string,
  flags: readonly string[],
  logFile: string,
  env: NodeJS.ProcessEnv,
): RunningProgram {
  const script = '"$@" & program=$!; read -r _; kill -9 $program; wait $program';
  const child: ChildProcess = spawn("/bin/sh", ["-c", script, "sh", path, ...flags], {
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
    env,
  });
  const file = createWriteStream(logFile, { flags: "a" });
  file.on("error", () => {});
  child.stdout?.pipe(file, { end: false });
  child.stderr?.pipe(file, { end: false });
  // Its output may be held open by what it has started.
  const ended = once(child, "exit");
  return {
    log: async () => (await readFile(logFile, "utf8").catch(() => "")).split("\n").slice(-30).join("\n"),
    async stop() {
      child.stdin?.end();
      await ended;
      file.end();
    },
  };
}
