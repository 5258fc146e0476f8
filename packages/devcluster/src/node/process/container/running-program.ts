import { type Clock, formatDuration } from "@kubewright/api";
import { StartError, type Supervisor } from "../supervisor/supervisor.ts";
import type { ProcessSpec } from "../supervisor/supervisor-protocol.ts";

/** What a command that was run beside a program gave. */
export interface CommandResult {
  readonly exitCode: number;
  /** Standard output, then standard error; at most 10 kB of each. */
  readonly output: string;
  readonly errorOutput: string;
}

export interface CommandOptions {
  /** @default no limit */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What runs as a container. */
export interface RunningProgram {
  /** Undefined for one that is pretended only. */
  readonly pid: number | undefined;
  /** Its exit code. Never rejects. */
  readonly exited: Promise<number>;
  signal(signal: NodeJS.Signals): void;
  /** Runs a command as it runs itself. Rejects with a CommandTimeout when that takes too long, with a StartError when it cannot be executed. */
  run(command: readonly string[], options?: CommandOptions): Promise<CommandResult>;
}

/** A command took longer than it may. */
export class CommandTimeout extends Error {
  override readonly name: string = "CommandTimeout";
}

const maxOutputBytes = 10 * 1024;

/** A program that runs as a process. Rejects with a StartError when it cannot be executed. */
export async function startProgram(options: {
  readonly supervisor: Supervisor;
  readonly clock: Clock;
  readonly spec: ProcessSpec;
  readonly onOutput: (stream: "stdout" | "stderr", data: Buffer) => void;
}): Promise<RunningProgram> {
  const { supervisor, clock, spec, onOutput } = options;
  const process = await supervisor.run(spec, onOutput);
  // What it starts keeps its mark; a command that runs beside it must not end the others with its own end.
  const { mark: _, ...beside } = spec;
  return {
    pid: process.pid,
    exited: process.exited,
    signal: (signal) => process.signal(signal),
    run: (command, { timeoutMs = Number.POSITIVE_INFINITY, signal } = {}) =>
      runCommand({ supervisor, clock, spec: { ...beside, argv: command }, timeoutMs, signal }),
  };
}

/** A program that is pretended: it does nothing until it is told to end, and all that is run beside it succeeds. */
export function pretendedProgram(): RunningProgram {
  let exit!: (code: number) => void;
  const exited = new Promise<number>((resolve) => {
    exit = resolve;
  });
  return {
    pid: undefined,
    exited,
    signal: (signal) => {
      if (signal === "SIGKILL") exit(137);
      else if (signal === "SIGTERM") exit(0);
    },
    run: async () => ({ exitCode: 0, output: "", errorOutput: "" }),
  };
}

async function runCommand(options: {
  readonly supervisor: Supervisor;
  readonly clock: Clock;
  readonly spec: ProcessSpec;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}): Promise<CommandResult> {
  const { supervisor, clock, spec, timeoutMs, signal } = options;
  const pieces = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const sizes = { stdout: 0, stderr: 0 };
  const process = await supervisor.run(spec, (stream, data) => {
    const piece = data.subarray(0, maxOutputBytes - sizes[stream]);
    sizes[stream] += piece.length;
    pieces[stream].push(piece);
  });
  let isTimeOut = false;
  const kill = () => process.signal("SIGKILL");
  const timer = clock.schedule(timeoutMs, () => {
    isTimeOut = true;
    kill();
  });
  signal?.addEventListener("abort", kill);
  if (signal?.aborted) kill();
  const exitCode = await process.exited;
  timer.cancel();
  signal?.removeEventListener("abort", kill);
  if (isTimeOut) {
    const text = JSON.stringify(spec.argv.join(" "));
    throw new CommandTimeout(`command timed out: ${text} timed out after ${formatDuration(timeoutMs)}`);
  }
  const errorOutput = Buffer.concat(pieces.stderr).toString("utf8");
  return { exitCode, output: `${Buffer.concat(pieces.stdout).toString("utf8")}${errorOutput}`, errorOutput };
}

/** Why a program could not be executed, in the words of container runtimes. */
export function startFailure(error: unknown, program: string): string {
  if (!(error instanceof StartError)) return error instanceof Error ? error.message : String(error);
  const quoted = JSON.stringify(program);
  if (error.code === "ENOENT" && program.includes("/")) {
    return `exec: ${quoted}: stat ${program}: no such file or directory`;
  }
  // Folders of PATH that may not be read are passed over.
  if (["ENOENT", "EACCES"].includes(error.code) && !program.includes("/")) {
    return `exec: ${quoted}: executable file not found in $PATH`;
  }
  if (error.code === "EACCES") return `exec: ${quoted}: permission denied`;
  if (error.code === "E2BIG") return `exec: ${quoted}: argument list too long`;
  return `exec: ${quoted}: ${error.message}`;
}
