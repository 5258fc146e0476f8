import { type ChildProcess, spawn } from "node:child_process";
import { systemClock } from "@kubewright/client";
import type { CommandHost } from "../host.ts";

export interface ProgramOptions {
  readonly folder: string;
  readonly env: CommandHost["env"];
  /** Told to end when this aborts, and killed when it takes too long. */
  readonly signal: AbortSignal;
  readonly onOutput: (text: string) => void;
  readonly onError: (text: string) => void;
  /** The program writes to where this one does, so that it sees a terminal where there is one. @default false */
  readonly isDirect?: boolean;
  /** The program is a line for the shell. @default false */
  readonly isShell?: boolean;
  /** How long it may take to end. @default 30_000 */
  readonly graceMs?: number;
  readonly clock?: CommandHost["clock"];
}

/** How a program ended: with a code, or by a signal. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * Runs a program until it ends. Rejects only when it cannot be started.
 *
 * It is in a process group of its own: Ctrl-C reaches it through `signal`, once, and what it started goes with it.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<ProgramEnd> {
  const { folder, env, signal, isShell = false, graceMs = 30_000, clock = systemClock } = options;
  const output = options.isDirect === true ? "inherit" : "pipe";
  signal.throwIfAborted();
  const child = spawn(program, [...args], {
    cwd: folder,
    env: { ...env },
    shell: isShell,
    stdio: ["ignore", output, output],
    detached: true,
  });
  child.stdout?.setEncoding("utf8").on("data", options.onOutput);
  child.stderr?.setEncoding("utf8").on("data", options.onError);
  let deadline: { cancel(): void } | undefined;
  const end = () => {
    endGroup(child, "SIGTERM");
    deadline = clock.schedule(graceMs, () => endGroup(child, "SIGKILL"));
  };
  signal.addEventListener("abort", end, { once: true });
  try {
    return await new Promise<ProgramEnd>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, name) => resolve({ code, signal: name }));
    });
  } finally {
    signal.removeEventListener("abort", end);
    deadline?.cancel();
  }
}

function endGroup(child: ChildProcess, name: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch {
    child.kill(name);
  }
}
