import type { ChildProcess } from "node:child_process";
import type { Clock, Scheduled } from "@kubewright/api";
import { ClientError } from "../errors.ts";
import { hasProcessGroups } from "../host.ts";

export interface PluginRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the plugin gets this process's standard input. */
  readonly interactive: boolean;
  readonly source: string;
  readonly clock: Clock;
  readonly installHint?: string;
  readonly showToUser?: (text: string) => void;
  /** Absent: no limit. */
  readonly timeoutMs?: number;
}

/** How long an ended plugin's output is waited for, when a child that it left behind holds the pipes open. */
const graceMs = 100;
const maxOutput = 1024 * 1024;
const maxStderrShown = 2000;

/**
 * What the program printed on standard output. Throws ClientError `CREDENTIAL_PLUGIN` when it is missing, fails or hangs.
 *
 * A program that is not interactive and hangs is killed with its children (on Windows, alone). One that has ended may leave
 * children behind, which are let be.
 *
 * Errors show the command and its standard error, never arguments, environment or output, and have no cause: Node's own
 * error lists the arguments.
 */
export async function runPlugin(run: PluginRun): Promise<string> {
  // Loaded when it is needed, which is rare.
  const { spawn } = await import("node:child_process");
  return await new Promise((resolve, reject) => {
    const child = start(run, spawn);
    let stdout = "";
    let stderr = "";
    let timer: Scheduled | undefined =
      run.timeoutMs === undefined
        ? undefined
        : run.clock.schedule(run.timeoutMs, () => {
            giveUp(`did not end within ${run.timeoutMs} ms and was killed; run it by hand to see what it waits for`);
          });

    function settle(): void {
      timer?.cancel();
      release(child);
    }
    function end(code: number | null, signal: NodeJS.Signals | null): void {
      settle();
      if (code === 0) resolve(stdout);
      else reject(failure(run, code === null ? `was ended by ${signal}` : `failed with exit code ${code}`, stderr));
    }
    function giveUp(problem: string): void {
      kill(child, run);
      settle();
      reject(failure(run, problem, stderr));
    }

    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
      if (stdout.length > maxOutput) giveUp(`printed more than ${maxOutput} bytes, which no credential has`);
    });
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      stderr = (stderr + chunk).slice(-maxStderrShown);
      run.showToUser?.(chunk);
    });
    child.once("error", (error: NodeJS.ErrnoException) => {
      settle();
      reject(failure(run, startProblem(error, run), ""));
    });
    child.once("exit", (code, signal) => {
      timer?.cancel();
      timer = run.clock.schedule(graceMs, () => {
        // Once more, since a timer may come before what is in the pipes: between two, it is read.
        timer = run.clock.schedule(0, () => end(code, signal));
      });
    });
    child.once("close", end);
  });
}

function start(run: PluginRun, spawn: typeof import("node:child_process").spawn): ChildProcess {
  try {
    return spawn(run.command, run.args, {
      env: run.env,
      shell: false,
      stdio: [run.interactive ? "inherit" : "ignore", "pipe", "pipe"],
      windowsHide: true,
      detached: isGroup(run),
    });
  } catch (error) {
    throw failure(run, startProblem(error as NodeJS.ErrnoException, run), "");
  }
}

/** Whether the plugin and its children can be ended together. With a user to ask, it must stay in the terminal's group. */
function isGroup(run: PluginRun): boolean {
  return hasProcessGroups && !run.interactive;
}

function kill(child: ChildProcess, run: PluginRun): void {
  if (!isGroup(run) || child.pid === undefined) {
    child.kill("SIGKILL");
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Nobody of the group is left.
  }
}

function release(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}

function startProblem(error: NodeJS.ErrnoException, run: PluginRun): string {
  if (error.code === "EACCES") return "is not an executable file; make it one (chmod +x)";
  if (error.code !== "ENOENT") return `cannot be started (${error.code ?? "unknown error"})`;
  const place = /[/\\]/.test(run.command) ? "does not exist" : "is not in PATH";
  // A file whose interpreter is missing gives the same error as a missing file.
  const fix = run.installHint === undefined ? "install it, or correct the command" : printable(run.installHint);
  return `${place}, or the interpreter in its first line is missing; ${fix}`;
}

function failure(run: PluginRun, problem: string, stderr: string): ClientError {
  const shown = printable(stderr).trim();
  const said = shown === "" ? "" : `; it printed on standard error:\n${shown}`;
  return new ClientError("CREDENTIAL_PLUGIN", `the credential plugin ${run.command} (${run.source}) ${problem}${said}`);
}

/** The text without the escape sequences that would change a terminal. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/\x1b\[[0-9;?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}
